//! The words of the catalog: kinds of equipment, feature fields, vendors, applications.
//!
//! Lists inside one text are separated by `|`.

/// A kind of industrial equipment: a product type, and the sections that show it.
pub(crate) struct Category {
    pub(crate) code: &'static str,
    pub(crate) plural: &'static str,
    pub(crate) singular: &'static str,
    pub(crate) russian_plural: &'static str,
    pub(crate) russian_singular: &'static str,
    /// The price of a cheap one, in whole USD.
    pub(crate) base_price: u64,
    pub(crate) kinds: [&'static str; KINDS],
    /// The fields that only this kind of equipment has; the first [`FILTERED_MEASURES`] of them are filters.
    pub(crate) measures: [Measure; 6],
}

#[derive(Clone, Copy)]
pub(crate) struct Measure(
    /// The uid.
    pub(crate) &'static str,
    /// The name.
    pub(crate) &'static str,
    /// The unit behind each value; may be empty.
    pub(crate) &'static str,
    /// The values.
    pub(crate) &'static str,
);

pub(crate) const KINDS: usize = 6;

/// How many of a category's own fields are filters.
pub(crate) const FILTERED_MEASURES: usize = 4;

const POWERS: &str = "0.37|0.55|0.75|1.1|1.5|2.2|3|4|5.5|7.5|11|15|18.5|22|30|37|45|55|75|90";
const VOLTAGES: &str = "24|110|230|400|690";
const DIAMETERS: &str = "DN 15|DN 20|DN 25|DN 32|DN 40|DN 50|DN 65|DN 80|DN 100|DN 125|DN 150|DN 200|DN 300";

/// The kinds of equipment. Type, group and field ids follow from the position: do not reorder.
pub(crate) const CATEGORIES: [Category; 10] = [
    Category {
        code: "PMP",
        plural: "Pumps",
        singular: "Pump",
        russian_plural: "Насосы",
        russian_singular: "Насос",
        base_price: 240,
        kinds: [
            "Centrifugal pumps",
            "Submersible pumps",
            "Vortex pumps",
            "Dosing pumps",
            "Screw pumps",
            "Vacuum pumps",
        ],
        measures: [
            Measure("power", "Motor power", "kW", POWERS),
            Measure("flow", "Flow rate", "m³/h", "1.5|3|5|8|12|15|20|32|45|64|90|120|180|250"),
            Measure("head", "Head", "m", "6|8|10|15|20|25|32|40|50|65|80|120|160"),
            Measure("impeller", "Impeller type", "", "Closed|Semi-open|Open|Vortex"),
            Measure("seal", "Shaft seal", "", "SiC/SiC/EPDM|Carbon/SiC/Viton|Gland packing|Magnetic coupling"),
            Measure("efficiency", "Efficiency", "%", "52|58|63|67|71|74|78|81|84"),
        ],
    },
    Category {
        code: "VLV",
        plural: "Valves",
        singular: "Valve",
        russian_plural: "Клапаны и задвижки",
        russian_singular: "Клапан",
        base_price: 45,
        kinds: ["Ball valves", "Butterfly valves", "Gate valves", "Check valves", "Control valves", "Safety valves"],
        measures: [
            Measure("diameter", "Nominal diameter", "", DIAMETERS),
            Measure("pressure", "Nominal pressure", "bar", "6|10|16|25|40|63|100|160"),
            Measure("connection", "Connection", "", "Flanged|Threaded|Welded|Wafer|Lug"),
            Measure("actuation", "Actuation", "", "Manual|Electric|Pneumatic|Hydraulic"),
            Measure("kvs", "Flow coefficient Kvs", "m³/h", "1.6|2.5|4|6.3|10|16|25|40|63|100|160|250"),
            Measure("leakage", "Leakage class", "", "A|B|C|D|IV|VI"),
        ],
    },
    Category {
        code: "MTR",
        plural: "Electric motors",
        singular: "Electric motor",
        russian_plural: "Электродвигатели",
        russian_singular: "Электродвигатель",
        base_price: 160,
        kinds: [
            "Asynchronous motors",
            "Servo motors",
            "Explosion-proof motors",
            "Brake motors",
            "DC motors",
            "Gear motors",
        ],
        measures: [
            Measure("power", "Rated power", "kW", POWERS),
            Measure("speed", "Rated speed", "rpm", "700|750|950|1000|1450|1500|2850|3000"),
            Measure("voltage", "Supply voltage", "V", VOLTAGES),
            Measure("efficiency_class", "Efficiency class", "", "IE1|IE2|IE3|IE4|IE5"),
            Measure("frame", "Frame size", "", "71|80|90S|90L|100L|112M|132S|132M|160M|180L|225S|280M"),
            Measure("torque", "Rated torque", "N·m", "2.5|5|7.5|10|15|26|36|49|98|145|240"),
        ],
    },
    Category {
        code: "CMP",
        plural: "Compressors",
        singular: "Compressor",
        russian_plural: "Компрессоры",
        russian_singular: "Компрессор",
        base_price: 900,
        kinds: [
            "Screw compressors",
            "Piston compressors",
            "Scroll compressors",
            "Oil-free compressors",
            "Boosters",
            "Blowers",
        ],
        measures: [
            Measure("power", "Motor power", "kW", POWERS),
            Measure("pressure", "Working pressure", "bar", "7|7.5|8|10|12.5|13|15|30|40"),
            Measure("capacity", "Free air delivery", "m³/min", "0.2|0.4|0.7|1.1|1.8|2.6|3.6|5.2|7.4|10.5|15|21"),
            Measure("cooling", "Cooling", "", "Air|Water|Air and water"),
            Measure("receiver", "Air receiver", "l", "24|50|100|200|270|500|900"),
            Measure("noise", "Noise level", "dB(A)", "58|61|64|67|69|72|75|78"),
        ],
    },
    Category {
        code: "SNS",
        plural: "Sensors",
        singular: "Sensor",
        russian_plural: "Датчики",
        russian_singular: "Датчик",
        base_price: 25,
        kinds: [
            "Pressure sensors",
            "Temperature sensors",
            "Level sensors",
            "Flow sensors",
            "Inductive sensors",
            "Vibration sensors",
        ],
        measures: [
            Measure("signal", "Output signal", "", "4-20 mA|0-10 V|HART|Modbus RTU|IO-Link|PNP NO|PNP NC|NPN NO"),
            Measure("accuracy", "Accuracy", "%", "0.05|0.075|0.1|0.2|0.25|0.5|1|1.5"),
            Measure("voltage", "Supply voltage", "V", "5|12|24|30|230"),
            Measure("thread", "Process connection", "", "G1/4|G1/2|M12x1|M18x1|M20x1.5|M30x1.5|1/2 NPT"),
            Measure("response", "Response time", "ms", "1|2|5|10|20|50|100|250"),
            Measure("cable", "Cable length", "m", "1|2|3|5|10|15|20"),
        ],
    },
    Category {
        code: "BRG",
        plural: "Bearings",
        singular: "Bearing",
        russian_plural: "Подшипники",
        russian_singular: "Подшипник",
        base_price: 8,
        kinds: [
            "Ball bearings",
            "Roller bearings",
            "Needle bearings",
            "Plain bearings",
            "Bearing units",
            "Linear bearings",
        ],
        measures: [
            Measure("bore", "Bore diameter", "mm", "10|12|15|17|20|25|30|35|40|50|60|75|90|120"),
            Measure("outer", "Outer diameter", "mm", "26|28|32|35|42|47|52|62|72|90|110|130|160|215"),
            Measure("sealing", "Sealing", "", "Open|2RS|ZZ|RS1|LLU"),
            Measure("clearance", "Internal clearance", "", "C2|CN|C3|C4|C5"),
            Measure("load", "Dynamic load rating", "kN", "4.6|5.1|7.8|9.6|14|19.5|25.5|35|52|78|104"),
            Measure("limiting_speed", "Limiting speed", "rpm", "3600|4800|6300|8500|11000|15000|19000|24000"),
        ],
    },
    Category {
        code: "HST",
        plural: "Hoists and lifting equipment",
        singular: "Hoist",
        russian_plural: "Тали и грузоподъёмное оборудование",
        russian_singular: "Таль",
        base_price: 310,
        kinds: ["Chain hoists", "Wire rope hoists", "Lever hoists", "Winches", "Jacks", "Lifting trolleys"],
        measures: [
            Measure("capacity", "Lifting capacity", "t", "0.25|0.5|1|1.6|2|3.2|5|6.3|8|10|12.5|16|20"),
            Measure("lifting_height", "Lifting height", "m", "3|6|9|12|18|24|30|36"),
            Measure("drive", "Drive", "", "Manual|Electric|Pneumatic|Hydraulic"),
            Measure("duty", "Duty class", "", "1Bm (M3)|1Am (M4)|2m (M5)|3m (M6)"),
            Measure("lifting_speed", "Lifting speed", "m/min", "1.3|2.5|4|5|6.3|8|10|12.5"),
            Measure("falls", "Number of falls", "", "1|2|4|8"),
        ],
    },
    Category {
        code: "GBX",
        plural: "Gearboxes",
        singular: "Gearbox",
        russian_plural: "Редукторы",
        russian_singular: "Редуктор",
        base_price: 190,
        kinds: [
            "Worm gearboxes",
            "Helical gearboxes",
            "Bevel gearboxes",
            "Planetary gearboxes",
            "Cycloidal gearboxes",
            "Variators",
        ],
        measures: [
            Measure("ratio", "Gear ratio", "", "3|5|7.5|10|15|20|25|30|40|50|60|80|100"),
            Measure("torque", "Output torque", "N·m", "10|21|45|78|130|240|410|750|1200|2600|5200"),
            Measure("shaft", "Output shaft", "", "Hollow|Solid|Splined|Shrink disc"),
            Measure("mounting", "Mounting position", "", "B3|B5|B6|B8|V1|V5|V6"),
            Measure("efficiency", "Efficiency", "%", "58|64|70|76|82|88|94|96"),
            Measure("oil", "Oil volume", "l", "0.04|0.1|0.3|0.5|1.2|3|6.5|11"),
        ],
    },
    Category {
        code: "FAN",
        plural: "Fans and ventilation",
        singular: "Fan",
        russian_plural: "Вентиляторы",
        russian_singular: "Вентилятор",
        base_price: 75,
        kinds: ["Axial fans", "Radial fans", "Duct fans", "Roof fans", "Smoke extraction fans", "Air curtains"],
        measures: [
            Measure("flow", "Air flow", "m³/h", "120|250|480|800|1500|2800|4200|6500|9000|14000|22000"),
            Measure("pressure", "Total pressure", "Pa", "60|110|180|260|390|560|800|1200|2100"),
            Measure("diameter", "Impeller diameter", "mm", "200|250|315|355|400|450|500|630|710|800|1000"),
            Measure("voltage", "Supply voltage", "V", VOLTAGES),
            Measure("noise", "Noise level", "dB(A)", "34|39|45|51|56|62|68|74|80"),
            Measure("blades", "Number of blades", "", "5|6|7|8|9|12"),
        ],
    },
    Category {
        code: "HEX",
        plural: "Heat exchangers",
        singular: "Heat exchanger",
        russian_plural: "Теплообменники",
        russian_singular: "Теплообменник",
        base_price: 420,
        kinds: [
            "Plate heat exchangers",
            "Tubular heat exchangers",
            "Air coolers",
            "Oil coolers",
            "Economizers",
            "Condensers",
        ],
        measures: [
            Measure("heat_output", "Heat output", "kW", "15|25|40|60|90|150|240|380|600|950|1500"),
            Measure("surface", "Exchange surface", "m²", "0.5|0.9|1.4|2.2|3.6|5.8|9|14|22|38|60"),
            Measure("pressure", "Design pressure", "bar", "6|10|16|25|30|40"),
            Measure("diameter", "Connection size", "", DIAMETERS),
            Measure("plates", "Number of plates", "", "10|14|20|30|40|50|60|80|100|150"),
            Measure("medium", "Medium", "", "Water|Glycol 40 %|Oil|Steam|Ammonia|Air"),
        ],
    },
];

/// Applications by which sections are narrowed, in English and in Russian.
pub(crate) const APPLICATIONS: [(&str, &str); 10] = [
    ("for water supply", "для водоснабжения"),
    ("for chemical industry", "для химической промышленности"),
    ("for food industry", "для пищевой промышленности"),
    ("for heating", "для отопления"),
    ("for mining", "для горной промышленности"),
    ("for oil and gas", "для нефтегазовой отрасли"),
    ("for shipbuilding", "для судостроения"),
    ("for waste water", "для сточных вод"),
    ("for machine tools", "для станков"),
    ("for power plants", "для электростанций"),
];

pub(crate) const PARTS: [&str; 4] = ["Spare parts", "Accessories", "Repair kits", "Control units"];

pub(crate) const SERIES: [&str; 17] =
    ["NK", "TRX", "CM", "VB", "HDL", "ECO", "MX", "KSB-R", "PN", "AQ", "LGT", "SRV", "Норд", "ТМ", "WGX", "RZ", "FLO"];

/// First words of vendor names, some of them not ASCII.
pub(crate) const VENDOR_STEMS: &str = "Nordhelm|Aquatek|Pronova|Valdora|Hydrokraft|Teknika|Ferroline|Ostwerk|Lindqvist|Carvento|Brenholt|\
    Sigmatron|Kaltberg|Mirador|Fluxon|Ventara|Rotamax|Delmarin|Ultragear|Stahlmann|Polaris|Eurolift|Termona|Arkadia|\
    Westfjord|Omnisens|Grünwald|Müllheim|Søndergård|Çelikon|Уралмаш-Тек|Гидропром|Сибтерм";

pub(crate) const VENDOR_ENDINGS: &str =
    "Industries|Group|GmbH|Engineering|Systems|S.p.A.|Technologies|& Söhne|Works|Automation|International|Motion|Oy";
