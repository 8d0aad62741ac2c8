//! Descriptions and search-engine texts of products, in English and in Russian.

use crate::random::Random;

const ENGLISH: [&str; 17] = [
    "The housing is cast in one piece and machined in a single set-up, which keeps all mating surfaces aligned over the whole service life.",
    "All wetted parts are resistant to corrosion and can be replaced on site without special tools.",
    "Before delivery every unit is tested at nominal load for at least 30 minutes; the test report is part of the documentation.",
    "The compact design allows installation in confined spaces, in both horizontal and vertical position.",
    "Low noise &amp; vibration make it suitable for buildings with permanent workplaces.",
    "Bearings are lubricated for life: between two overhauls no maintenance is required other than visual inspection.",
    "An optional monitoring kit reports temperature, vibration and operating hours over Modbus RTU.",
    "The connection dimensions follow the current standard, so that existing installations can be upgraded without changes to the pipework.",
    "Special versions for ambient temperatures down to -60 °C, for potentially explosive atmospheres and for marine use are available on request.",
    "The nameplate is made of stainless steel and stays legible under aggressive conditions.",
    "Spare parts are kept in stock for at least ten years after the end of series production.",
    "The scope of supply includes counter-flanges, fastening material, a lifting eye and a printed manual in four languages.",
    "A reinforced base frame takes up the reaction forces, so that no separate foundation is needed for the smaller sizes.",
    "All sizes of the series share the same shaft seal and the same bearings, which keeps the stock of spare parts small.",
    "The terminal box can be turned in steps of 90 degrees; cable entries are available on both sides.",
    "Commissioning by our service engineers can be ordered together with the equipment.",
    "Energy consumption is up to 18 % lower than that of the \"previous\" generation at the same duty point.",
];

const RUSSIAN: [&str; 6] = [
    "Корпус отлит целиком и обработан за один установ, что сохраняет соосность посадочных мест на весь срок службы.",
    "Все детали проточной части устойчивы к коррозии и заменяются на месте без специального инструмента.",
    "Перед отгрузкой каждое изделие проходит испытания под нагрузкой не менее 30 минут, протокол входит в комплект.",
    "Компактная конструкция позволяет вести монтаж в стеснённых условиях как горизонтально, так и вертикально.",
    "Подшипники смазаны на весь срок службы, между капитальными ремонтами обслуживание не требуется.",
    "По запросу поставляются исполнения для температур до -60 °C и для взрывоопасных зон.",
];

/// A description in HTML: a few hundred bytes to 2 KB.
pub(crate) fn description(full_name: &str, is_russian: bool, random: &mut Random) -> String {
    let (opening, sentences, most): (_, &[&str], _) = match is_russian {
        true => ("предназначен для непрерывной работы в промышленных установках.", &RUSSIAN, 6),
        false => ("is designed for continuous duty in industrial installations.", &ENGLISH, 16),
    };
    let mut html = format!("<p><b>{full_name}</b> {opening}</p>");
    let first = random.index(sentences.len());
    html.push_str("<p>");
    for number in 0..random.between(2, most) as usize {
        // In list order from a random start, so that no sentence is repeated.
        html.push_str(sentences[(first + number) % sentences.len()]);
        html.push_str(if number % 4 == 3 { "</p><p>" } else { " " });
    }
    html.truncate(html.trim_end().len());
    html.push_str("</p>");
    html
}

pub(crate) fn seo_html(full_name: &str, is_russian: bool) -> String {
    if is_russian {
        format!("<h2>{full_name}</h2><p>Цены, наличие и сроки поставки.</p>")
    } else {
        format!("<h2>{full_name}</h2><p>Prices, availability and delivery times.</p>")
    }
}
