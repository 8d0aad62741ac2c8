-- Marks the file as ours ("Cata"), so that no other program's file is taken for a store, and no other program takes ours.
PRAGMA application_id = 1130460257;
