// One table: a list of makes and models that is read from top to bottom gains nothing from several files.

/** A model and its engines. */
export interface Model {
  name: string;
  slug: string;
  bodies: string[];
  /** Months `MM.YYYY`; undefined: still built. */
  from: string;
  until?: string;
  /**
   * The beginning of its VINs: `.` for any character, `?` for the letter of each model year, `*` for the characters of
   * a type's code.
   */
  vin: string;
  types: Type[];
}

export interface Type {
  name: string;
  /** Its code in ENGINES. */
  engine: string;
  drive: string;
  /** Stands at the `*` of the model's `vin`. */
  code?: string;
  /** Where it differs from the model's. */
  vin?: string;
}

export interface Make {
  name: string;
  slug: string;
  /** How its OE numbers look: `#` for a digit, `@` for a letter. */
  oe: string;
  models: Model[];
}

const FRONT = 'Front-wheel drive';
const REAR = 'Rear-wheel drive';
const ALL = 'All-wheel drive';

const type = (name: string, engine: string, drive: string, code = ''): Type => ({ name, engine, drive, code });

function model(name: string, slug: string, bodies: string, months: string, vin: string, types: Type[]): Model {
  const [from = '', until = ''] = months.split(' - ');
  return { name, slug, bodies: bodies.split(', '), from, ...(until !== '' && { until }), vin, types };
}

const make = (name: string, slug: string, oe: string, models: Model[]): Make => ({ name, slug, oe, models });

export const MAKES: Make[] = [
  make('Audi', 'audi', '#@# ### ### @', [
    model('A3 (8P)', 'a3-8p', 'Hatchback', '05.2003 - 08.2012', 'WAUZZZ8P.?A', [
      type('1.6', 'BSE', FRONT),
      type('1.4 TFSI', 'CAXC', FRONT),
      type('1.9 TDI', 'BXE', FRONT),
      type('2.0 TDI', 'BKD', FRONT),
    ]),
    model('A4 (B8)', 'a4-b8', 'Saloon, Estate', '11.2007 - 12.2015', 'WAUZZZ8K.?.', [
      type('2.0 TDI', 'CAGA', FRONT),
      type('2.0 TFSI quattro', 'CDNC', ALL),
      type('3.0 TDI quattro', 'CCWA', ALL),
    ]),
    model('A6 (C7)', 'a6-c7', 'Saloon, Estate', '11.2010 - 09.2018', 'WAUZZZ4G.?N', [
      type('2.0 TDI', 'CGLC', FRONT),
      type('3.0 TDI quattro', 'CCWA', ALL),
    ]),
    model('Q5 (8R)', 'q5-8r', 'SUV', '11.2008 - 05.2017', 'WAUZZZ8R.?A', [
      type('2.0 TDI quattro', 'CAHA', ALL),
      type('2.0 TFSI quattro', 'CDNC', ALL),
    ]),
  ]),
  make('BMW', 'bmw', '## ## # ### ###', [
    model('3 Series (E90)', '3-series-e90', 'Saloon, Estate', '01.2005 - 12.2011', 'WBA****', [
      type('318i', 'N43B20A', REAR, 'VF11'),
      type('320i', 'N46B20B', REAR, 'VA71'),
      type('325i', 'N52B25A', REAR, 'VB11'),
      type('320d', 'N47D20C', REAR, 'PN11'),
    ]),
    model('3 Series (F30)', '3-series-f30', 'Saloon, Estate', '11.2011 - 10.2018', 'WBA****', [
      type('328i', 'N20B20A', REAR, '3A51'),
      type('320d', 'B47D20A', REAR, '8C31'),
      type('320d xDrive', 'B47D20A', ALL, '8C71'),
    ]),
    model('3 Series (G20)', '3-series-g20', 'Saloon, Estate', '11.2018 - ', 'WBA****', [
      type('320i', 'B48B20A', REAR, '5F11'),
    ]),
    model('5 Series (F10)', '5-series-f10', 'Saloon, Estate', '01.2010 - 10.2016', 'WBA****', [
      type('528i', 'N20B20A', REAR, 'XG31'),
      type('530d', 'N57D30A', REAR, 'FW31'),
      type('520d', 'N47D20C', REAR, 'FW11'),
    ]),
    model('X5 (E70)', 'x5-e70', 'SUV', '10.2006 - 07.2013', 'WBA****', [type('3.0d', 'M57D30', ALL, 'FF41')]),
  ]),
  make('比亚迪', 'byd', '@@@@-#######', [
    model('元 PLUS', 'yuan-plus', 'SUV', '02.2022 - ', 'LGXCE4CB.?', [type('EV', 'TZ200XSQ', FRONT)]),
    model('海豚', 'haitun', 'Hatchback', '08.2021 - ', 'LGXCE6CB.?', [type('EV', 'TZ180XSF', FRONT)]),
    model('秦 PLUS', 'qin-plus', 'Saloon', '03.2021 - ', 'LC0C74C4.?', [type('DM-i', 'BYD472QA', FRONT)]),
  ]),
  make('Dacia', 'dacia', '82 00 ### ###', [
    model('Duster', 'duster', 'SUV', '04.2010 - 01.2018', 'UU1HSD***', [
      type('1.6 16V', 'K4M 690', FRONT, 'C4N'),
      type('1.5 dCi', 'K9K 836', FRONT, 'CVN'),
      type('1.5 dCi 4x4', 'K9K 836', ALL, 'EVN'),
    ]),
    model('Sandero', 'sandero', 'Hatchback', '06.2008 - 12.2012', 'UU1BSD***', [
      type('1.4', 'K7J 710', FRONT, '1AH'),
      type('1.6 16V', 'K4M 690', FRONT, '3AH'),
    ]),
  ]),
  make('Fiat', 'fiat', '########', [
    model('500', '500', 'Hatchback', '10.2007 - ', 'ZFA31200', [type('1.2', '169 A4.000', FRONT)]),
    model('Grande Punto', 'grande-punto', 'Hatchback', '06.2005 - 12.2012', 'ZFA19900', [
      type('1.2', '199 A4.000', FRONT),
      type('1.3 D Multijet', '199 A2.000', FRONT),
    ]),
    model('Ducato', 'ducato', 'Van', '07.2006 - ', 'ZFA25000', [type('120 Multijet 2,3 D', 'F1AE0481D', FRONT)]),
  ]),
  make('Ford', 'ford', '# ### ###', [
    model('Fiesta VI', 'fiesta-vi', 'Hatchback', '06.2008 - 05.2017', 'WF0.XXGAJ.', [
      type('1.25', 'SNJB', FRONT),
      type('1.0 EcoBoost', 'M1DA', FRONT),
    ]),
    model('Focus II', 'focus-ii', 'Hatchback, Estate', '07.2004 - 09.2012', 'WF0.XXGCD.', [
      type('1.6', 'HWDA', FRONT),
      type('2.0 TDCi', 'G6DA', FRONT),
    ]),
    model('Focus III', 'focus-iii', 'Hatchback, Estate', '07.2010 - 02.2020', 'WF0.XXGCB.', [
      type('1.0 EcoBoost', 'M1DA', FRONT),
      type('1.6 TDCi', 'T1DA', FRONT),
    ]),
    model('Mondeo IV', 'mondeo-iv', 'Hatchback, Saloon, Estate', '03.2007 - 01.2015', 'WF0.XXGBB.', [
      type('2.0 TDCi', 'QXBA', FRONT),
    ]),
  ]),
  make('ГАЗ', 'gaz', '####-#######', [
    model('Волга 31105', 'volga-31105', 'Saloon', '01.2004 - 12.2009', 'X9631105', [type('2.3', 'ЗМЗ-4062.10', REAR)]),
    model('ГАЗель NEXT', 'gazel-next', 'Van', '04.2013 - ', 'X96A2*R2', [
      type('2.7 Evotech', 'УМЗ-А274', REAR, '1'),
      type('2.8 TD', 'ISF2.8s4129P', REAR, '2'),
    ]),
  ]),
  make('吉利', 'geely', '##########', [
    model('帝豪 EC7', 'emgrand-ec7', 'Saloon', '07.2009 - 12.2018', 'L6T78.4.', [type('1.8', 'JL4G18', FRONT)]),
    model('星越', 'xingyue', 'SUV', '05.2019 - ', 'LB37722Z', [type('1.5 TD', 'JLH-3G15TD', FRONT)]),
  ]),
  make('Honda', 'honda', '#####-@@@-###', [
    model('Civic VIII', 'civic-viii', 'Hatchback', '09.2005 - 12.2011', 'SHHF***0', [
      type('1.8 i-VTEC', 'R18A2', FRONT, 'N23'),
      type('2.2 i-CTDi', 'N22A2', FRONT, 'K37'),
    ]),
    model('CR-V III', 'cr-v-iii', 'SUV', '10.2006 - 12.2012', 'SHSRE***', [type('2.2 i-CTDi', 'N22A2', ALL, '670')]),
  ]),
  make('Hyundai', 'hyundai', '#####-#@###', [
    model('i30 (FD)', 'i30-fd', 'Hatchback, Estate', '10.2007 - 11.2011', 'TMADB5**', [
      type('1.4', 'G4FA', FRONT, '1A'),
      type('1.6', 'G4FC', FRONT, '1C'),
      type('1.6 CRDi', 'D4FB', FRONT, '1T'),
    ]),
    model('i20 (PB)', 'i20-pb', 'Hatchback', '08.2008 - 12.2015', 'NLHBA5*B', [type('1.4', 'G4FA', FRONT, '1')]),
  ]),
  make('Лада', 'lada', '#####-#######-##', [
    model('Гранта', 'granta', 'Saloon, Hatchback', '12.2011 - ', 'XTA2190**', [
      type('1.6 8V', 'ВАЗ-11186', FRONT, '10'),
      type('1.6 16V', 'ВАЗ-21129', FRONT, '20'),
    ]),
    model('Веста', 'vesta', 'Saloon, Estate', '09.2015 - ', 'XTAGFL***', [
      type('1.6', 'ВАЗ-21129', FRONT, '110'),
      type('1.8', 'ВАЗ-21179', FRONT, '130'),
    ]),
  ]),
  make('Mercedes-Benz', 'mercedes-benz', 'A ### ### ## ##', [
    model('A-Class (W169)', 'a-class-w169', 'Hatchback', '09.2004 - 06.2012', 'WDD169***', [
      type('A 200', 'M 266.960', FRONT, '033'),
    ]),
    model('C-Class (W204)', 'c-class-w204', 'Saloon, Estate', '01.2007 - 01.2014', 'WDD204***', [
      type('C 180 CGI', 'M 271.820', REAR, '049'),
      type('C 220 CDI', 'OM 651.911', REAR, '002'),
      type('C 350 CDI', 'OM 642.850', REAR, '022'),
    ]),
    model('C-Class (W205)', 'c-class-w205', 'Saloon, Estate', '02.2014 - 05.2021', 'WDD205***', [
      type('C 200', 'M 274.920', REAR, '042'),
      type('C 220 BlueTEC', 'OM 651.911', REAR, '004'),
    ]),
    model('E-Class (W213)', 'e-class-w213', 'Saloon, Estate', '03.2016 - ', 'WDD213***', [
      type('E 220 d', 'OM 654.920', REAR, '004'),
      type('E 220 d 4MATIC', 'OM 654.920', ALL, '005'),
    ]),
    model('Sprinter (906)', 'sprinter-906', 'Van', '06.2006 - 12.2018', 'WDB906***', [
      type('313 CDI', 'OM 651.955', REAR, '633'),
    ]),
  ]),
  make('Nissan', 'nissan', '#####-@@##@', [
    model('Qashqai (J10)', 'qashqai-j10', 'SUV', '02.2007 - 12.2013', 'SJN***J10', [
      type('1.6', 'HR16DE', FRONT, 'FAA'),
      type('1.5 dCi', 'K9K 282', FRONT, 'FDA'),
    ]),
    model('Leaf (ZE0)', 'leaf-ze0', 'Hatchback', '11.2010 - 12.2017', 'SJNFAAZE0', [type('Electric', 'EM61', FRONT)]),
  ]),
  make('Opel', 'opel', '## ## ###', [
    model('Corsa D', 'corsa-d', 'Hatchback', '07.2006 - 08.2014', 'W0L0SD...?', [
      type('1.2', 'Z12XEP', FRONT),
      type('1.3 CDTI', 'Z13DTH', FRONT),
    ]),
    model('Astra H', 'astra-h', 'Hatchback, Estate, Saloon', '03.2004 - 05.2014', 'W0L0AH...?', [
      type('1.6', 'Z16XEP', FRONT),
      type('1.7 CDTI', 'Z17DTH', FRONT),
    ]),
    model('Astra J', 'astra-j', 'Hatchback, Estate', '09.2009 - 10.2015', 'W0LP****.?', [
      type('1.4 Turbo', 'A14NET', FRONT, 'C6EL'),
      type('1.7 CDTI', 'A17DTR', FRONT, 'F6EC'),
    ]),
    model('Insignia A', 'insignia-a', 'Saloon, Hatchback, Estate', '07.2008 - 03.2017', 'W0LGM5**.?', [
      type('2.0 CDTI', 'A20DTH', FRONT, '7E'),
    ]),
  ]),
  make('Peugeot', 'peugeot', '#### @#', [
    model('207', '207', 'Hatchback, Estate', '02.2006 - 12.2015', 'VF3W****', [
      type('1.4', 'KFV', FRONT, 'CKFV'),
      type('1.6 HDi', '9HZ', FRONT, 'C9HZ'),
    ]),
    model('308 I', '308-i', 'Hatchback, Estate', '09.2007 - 10.2014', 'VF34****', [
      type('1.6 16V', '5FW', FRONT, 'C5FW'),
      type('1.6 HDi', '9HZ', FRONT, 'C9HZ'),
    ]),
  ]),
  make('Renault', 'renault', '77 01 ### ###', [
    model('Clio III', 'clio-iii', 'Hatchback, Estate', '05.2005 - 12.2014', 'VF1BR***', [
      type('1.4 16V', 'K4J 780', FRONT, '0H0'),
      type('1.5 dCi', 'K9K 766', FRONT, '1G0'),
    ]),
    model('Mégane III', 'megane-iii', 'Hatchback, Estate', '11.2008 - 02.2016', 'VF1BZ***', [
      type('1.6 16V', 'K4M 858', FRONT, '0U0'),
      type('1.5 dCi', 'K9K 836', FRONT, '090'),
    ]),
    model('Laguna III', 'laguna-iii', 'Hatchback, Estate', '10.2007 - 12.2015', 'VF1BT***', [
      type('2.0 dCi', 'M9R 740', FRONT, '120'),
    ]),
  ]),
  make('Škoda', 'skoda', '#@# ### ### @', [
    model('Fabia II', 'fabia-ii', 'Hatchback, Estate', '12.2006 - 12.2014', 'TMB...5J.?', [
      type('1.4', 'CGGB', FRONT),
      type('1.2 TSI', 'CBZB', FRONT),
    ]),
    model('Octavia II', 'octavia-ii', 'Hatchback, Estate', '02.2004 - 06.2013', 'TMB...1Z.?', [
      type('1.6', 'BSE', FRONT),
      type('1.9 TDI', 'BXE', FRONT),
      { ...type('2.0 TSI RS', 'CCZA', FRONT), vin: 'TMBCE.1Z.?' },
    ]),
    model('Octavia III', 'octavia-iii', 'Hatchback, Estate', '11.2012 - 07.2020', 'TMB...5E.?', [
      type('1.8 TSI', 'CJSA', FRONT),
      type('1.6 TDI', 'CLHA', FRONT),
      type('2.0 TDI', 'CKFC', FRONT),
      type('2.0 TDI 4x4', 'CKFC', ALL),
    ]),
    model('Superb II', 'superb-ii', 'Hatchback, Estate', '03.2008 - 05.2015', 'TMB...3T.?', [
      type('1.6 TDI', 'CAYC', FRONT),
      type('2.0 TDI', 'CFFB', FRONT),
    ]),
  ]),
  make('Toyota', 'toyota', '#####-#####', [
    model('Yaris (XP13)', 'yaris-xp13', 'Hatchback', '12.2010 - 07.2020', 'VNKK****', [
      type('1.0', '1KR-FE', FRONT, 'G3D3'),
      type('1.4 D-4D', '1ND-TV', FRONT, 'C3D3'),
    ]),
    model('Corolla (E15)', 'corolla-e15', 'Saloon', '10.2006 - 07.2014', 'NMTB****', [
      type('1.6', '1ZR-FE', FRONT, 'Z28E'),
      type('1.4 D-4D', '1ND-TV', FRONT, 'C28E'),
    ]),
    model('Prius (XW3)', 'prius-xw3', 'Hatchback', '04.2009 - 12.2015', 'JTDKN36U', [
      type('1.8 Hybrid', '2ZR-FXE', FRONT),
    ]),
    model('RAV4 (XA4)', 'rav4-xa4', 'SUV', '12.2012 - 10.2018', 'JTMD****', [type('2.2 D-4D', '2AD-FTV', ALL, 'AREV')]),
    model('Land Cruiser (J15)', 'land-cruiser-j15', 'SUV', '08.2009 - ', 'JTEB****', [
      type('3.0 D-4D', '1KD-FTV', ALL, 'H3FJ'),
    ]),
  ]),
  make('УАЗ', 'uaz', '####-##-#######', [
    model('Патриот', 'patriot', 'SUV', '08.2005 - ', 'XTT3163*', [type('2.7', 'ЗМЗ-40905', ALL, '0')]),
  ]),
  make('Volkswagen', 'volkswagen', '#@# ### ### @', [
    model('Polo V', 'polo-v', 'Hatchback', '03.2009 - 10.2017', 'WVWZZZ6R.?.', [
      type('1.4', 'CGGB', FRONT),
      type('1.2 TSI', 'CBZB', FRONT),
      type('1.6 TDI', 'CAYC', FRONT),
    ]),
    // Model years before those of Golf VI, which has the same type code.
    model('Golf V', 'golf-v', 'Hatchback, Estate', '10.2003 - 06.2008', 'WVWZZZ1K.?.', [
      type('1.6', 'BSE', FRONT),
      type('1.9 TDI', 'BXE', FRONT),
      type('2.0 TDI', 'BKD', FRONT),
      type('2.0 FSI', 'BVY', FRONT),
    ]),
    // Its other types are examples of the document; this one comes from another plant, so that their VIN has only them.
    model('Golf VI', 'golf-vi', 'Hatchback', '10.2008 - 11.2012', 'WVWZZZ1K.?P', [type('1.4 TSI', 'CAXA', FRONT)]),
    model('Passat B6', 'passat-b6', 'Saloon, Estate', '03.2005 - 11.2010', 'WVWZZZ3C.?.', [
      type('1.6', 'BSE', FRONT),
      type('1.9 TDI', 'BXE', FRONT),
      type('2.0 FSI 4motion', 'BVY', ALL),
      type('2.0 TDI', 'CBAB', FRONT),
    ]),
  ]),
  make('Volvo', 'volvo', '########', [
    model('V50', 'v50', 'Estate', '12.2003 - 12.2012', 'YV1MW***', [type('2.0 D', 'D4204T', FRONT, '754')]),
    model('S60 II', 's60-ii', 'Saloon', '04.2010 - 12.2018', 'YV1FS***', [type('T4', 'B4164T', FRONT, '48V')]),
    model('XC60 I', 'xc60-i', 'SUV', '05.2008 - 02.2017', 'YV1DZ***', [type('D5 AWD', 'D5244T10', ALL, '715')]),
  ]),
];
