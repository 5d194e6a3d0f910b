"""The players of the demo tournaments. All people, clubs and places are invented."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """A player of the demo. ``absent`` are the rounds that they sit out."""

    surname: str
    first_name: str
    club: str
    country: str
    rank: str
    rating: int
    absent: tuple[int, ...] = ()


PEOPLE = (
    Entry("Marchebois", "Éloïse", "Les Pierres de Lune", "FR", "3d", 2318),
    Entry("霧島", "碁音", "Kirishima Igo Salon", "JP", "3d", 2291),
    Entry("Skogsteinen", "Øyvind", "Fjordens Goklubb", "NO", "2d", 2204),
    Entry("墨", "星河", "Ink River Weiqi", "CN", "2d", 2187),
    Entry("Łąkowiecka", "Zofia", "Czarno-Białe", "PL", "1d", 2112),
    Entry("한", "별돌", "Byeoldol Baduk", "KR", "1d", 2096),
    Entry("Říhavník", "Tomáš", "Atari Kostelec", "CZ", "1k", 2014),
    Entry("Montefosco", "Aurelio", "Circolo del Ko", "IT", "1k", 1983),
    Entry("Quirovega", "Ximena", "Ojos Vivos", "MX", "2k", 1897),
    Entry("Adebanwe", "Ngozi", "Two Eyes", "NG", "3k", 1809),
    Entry("Văleanca", "Brândușa", "Shicho Vale", "RO", "4k", 1716),
    Entry("Drosselklee", "Wilhelmina", "Steinreich", "DE", "5k", 1594),
    Entry("Castelpierre", "Ambroise", "Les Pierres de Lune", "FR", "4d", 2412),
    Entry("雲之瀬", "星羅", "Kirishima Igo Salon", "JP", "4d", 2388),
    Entry("Каменоградска", "Божидара", "Бял Камък", "BG", "3d", 2276),
    Entry("Ασπρολίθης", "Φαίδων", "Μαύρο και Άσπρο", "GR", "2d", 2226),
    Entry("Kieselhag", "Leopold", "Steinreich", "DE", "1d", 2078),
    Entry("Taşpınarcı", "Gülizar", "Üç Göz", "TR", "1k", 2031),
    Entry("Kőszigeti", "Ágoston", "Tenger Kövei", "HU", "2k", 1922),
    Entry("Thạch", "Nguyệt Vân", "Đá Trăng", "VN", "3k", 1794),
    Entry("ქვაშვილი", "ნანა", "თეთრი ქვა", "GE", "4k", 1703),
    Entry("Pietraluce", "Fiammetta", "Circolo del Ko", "IT", "4k", 1688),
    Entry("Քարաբերդյան", "Արեգ", "Սև Քար", "AM", "5k", 1612),
    Entry("Steinkjarsdóttir", "Sóley", "Hraungo", "IS", "6k", 1513),
    Entry("Fjellvåk", "Ingeborg", "Fjordens Goklubb", "NO", "6k", 1487),
    Entry("पाषाणकर", "नीलिमा", "श्वेत शिला", "IN", "7k", 1421),
    Entry("Pedrafonda", "Iolanda", "Olhos de Pedra", "PT", "8k", 1318),
    Entry("אבנימור", "תמר", "אבן ושמיים", "IL", "8k", 1296),
    Entry("الصخراوي", "ريم", "حجر القمر", "MA", "9k", 1204),
    Entry("Kivikoskela", "Aino-Maaria", "Kaksi Silmää", "FI", "9k", 1219, absent=(3,)),
    Entry("หินขาวงาม", "ดารณี", "หินดำ", "TH", "10k", 1138),
    Entry("Galetnoir", "Côme", "Les Pierres de Lune", "FR", "11k", 1007),
    Entry("Ó Clochánaí", "Fionnbharr", "Dhá Shúil", "IE", "13k", 794, absent=(3,)),
    Entry("Kamenáčková", "Bohdana", "Atari Kostelec", "CZ", "14k", 677),
    Entry("Okonjiri", "Babatunde", "Two Eyes", "NG", "15k", 583),
    Entry("Whitestone-Pell", "Harriet", "The Snapback Inn", "GB", "16k", 460),
    Entry("Piedrasol", "Baltasar", "Ojos Vivos", "MX", "16k", 503),
    Entry("Akmenlaukytė", "Rūta", "Juodas Akmuo", "LT", "18k", 324),
    Entry("Кремінчук", "Орися", "Чорний Камінь", "UA", "18k", 319),
    Entry("ደንገላ", "ሰላማዊት", "ነጭ ድንጋይ", "ET", "19k", 237),
    Entry("Bjergkvist", "Villads", "Sten og Skål", "DK", "20k", 70),
    Entry("Steenwijker-Kei", "Fleur", "De Dubbele Ko", "NL", "20k", 102),
    # She arrives for the second round.
    Entry("Gesteinsmoser", "Notburga", "Steinreich", "AT", "7k", 1398, absent=(1,)),
)
