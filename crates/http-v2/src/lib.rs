//! The v2 HTTP interface: routes, parameters, bodies and errors
