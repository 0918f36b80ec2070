/** An engine. The figures are the makers' public ones; dimensions in millimetres. */
export interface Engine {
  fuel: string;
  /** Cubic centimetres; undefined: electric. */
  ccm?: number;
  kw: number;
  hp: number;
  cylinders?: number;
  valves?: number;
  mixture: string;
  aspiration: string;
  design: string;
  bore?: number;
  stroke?: number;
  compression?: number;
  /** Litres with filter. */
  oil?: number;
  oilSpec?: string;
  sae?: string;
}

/** cubic centimetres, kW, PS, cylinders, valves, bore, stroke, compression, oil in litres, its specification, SAE class */
type Figures = [number, number, number, number, number, number, number, number, number, string, string];

const COMMON_RAIL = 'Common rail direct injection';
const UNIT_INJECTOR = 'Unit injector direct injection';
const PORT = 'Multi-point injection';
const DIRECT = 'Direct injection';
const TURBO = 'Turbocharger with intercooler';
const NATURAL = 'Naturally aspirated';

function combustion(fuel: string, mixture: string, aspiration: string, design: string, figures: Figures): Engine {
  const [ccm, kw, hp, cylinders, valves, bore, stroke, compression, oil, oilSpec, sae] = figures;
  return {
    ...{ fuel, ccm, kw, hp, cylinders, valves, mixture, aspiration, design },
    ...{ bore, stroke, compression, oil, oilSpec, sae },
  };
}

const diesel = (...figures: Figures): Engine => combustion('Diesel', COMMON_RAIL, TURBO, 'Inline', figures);
const dieselV = (...figures: Figures): Engine => combustion('Diesel', COMMON_RAIL, TURBO, 'V', figures);
const dieselUnit = (...figures: Figures): Engine => combustion('Diesel', UNIT_INJECTOR, TURBO, 'Inline', figures);
const petrol = (...figures: Figures): Engine => combustion('Petrol', PORT, NATURAL, 'Inline', figures);
const petrolDirect = (...figures: Figures): Engine => combustion('Petrol', DIRECT, NATURAL, 'Inline', figures);
const petrolTurbo = (...figures: Figures): Engine => combustion('Petrol', DIRECT, TURBO, 'Inline', figures);
const hybrid = (...figures: Figures): Engine => combustion('Petrol/Electric', PORT, NATURAL, 'Inline', figures);
const electric = (kw: number, hp: number): Engine => ({
  ...{ fuel: 'Electric', kw, hp, mixture: '', aspiration: '', design: '' },
});

/** By engine code. */
export const ENGINES: Record<string, Engine> = {
  // Volkswagen, Audi, Škoda
  BSE: petrol(1595, 75, 102, 4, 8, 81, 77.4, 10.3, 4.5, 'VW 502 00', '5W-40'),
  BXE: dieselUnit(1896, 77, 105, 4, 8, 79.5, 95.5, 18.5, 4.3, 'VW 507 00', '5W-30'),
  BKD: dieselUnit(1968, 103, 140, 4, 16, 81, 95.5, 18.5, 4.3, 'VW 507 00', '5W-30'),
  BVY: petrolDirect(1984, 110, 150, 4, 16, 82.5, 92.8, 11.5, 4.6, 'VW 504 00', '5W-30'),
  CAHA: diesel(1968, 125, 170, 4, 16, 81, 95.5, 16.5, 5.2, 'VW 507 00', '5W-30'),
  CAGA: diesel(1968, 105, 143, 4, 16, 81, 95.5, 16.5, 5, 'VW 507 00', '5W-30'),
  CAXA: petrolTurbo(1390, 90, 122, 4, 16, 76.5, 75.6, 10, 3.6, 'VW 504 00', '5W-30'),
  CAXC: petrolTurbo(1390, 92, 125, 4, 16, 76.5, 75.6, 10, 3.6, 'VW 504 00', '5W-30'),
  CAYC: diesel(1598, 77, 105, 4, 16, 79.5, 80.5, 16.5, 4.3, 'VW 507 00', '5W-30'),
  CBAB: diesel(1968, 103, 140, 4, 16, 81, 95.5, 16.5, 4.3, 'VW 507 00', '5W-30'),
  CBDC: diesel(1968, 81, 110, 4, 16, 81, 95.5, 16.5, 4.3, 'VW 507 00', '5W-30'),
  CBZB: petrolTurbo(1197, 77, 105, 4, 8, 71, 75.6, 10, 3.9, 'VW 504 00', '5W-30'),
  CCWA: dieselV(2967, 176, 240, 6, 24, 83, 91.4, 16.8, 6.4, 'VW 507 00', '5W-30'),
  CCZA: petrolTurbo(1984, 147, 200, 4, 16, 82.5, 92.8, 9.6, 4.6, 'VW 504 00', '5W-30'),
  CDNC: petrolTurbo(1984, 155, 211, 4, 16, 82.5, 92.8, 9.6, 4.6, 'VW 504 00', '5W-30'),
  CFFB: diesel(1968, 103, 140, 4, 16, 81, 95.5, 16.5, 4.3, 'VW 507 00', '5W-30'),
  CGGB: petrol(1390, 63, 86, 4, 16, 76.5, 75.6, 10.5, 3.2, 'VW 502 00', '5W-40'),
  CGLC: diesel(1968, 130, 177, 4, 16, 81, 95.5, 15.8, 5.7, 'VW 507 00', '5W-30'),
  CJSA: petrolTurbo(1798, 132, 180, 4, 16, 82.5, 84.2, 9.6, 5.2, 'VW 504 00', '5W-30'),
  CKFC: diesel(1968, 110, 150, 4, 16, 81, 95.5, 16.2, 4.6, 'VW 507 00', '5W-30'),
  CLHA: diesel(1598, 77, 105, 4, 16, 79.5, 80.5, 16.2, 4.6, 'VW 507 00', '5W-30'),
  // BMW
  N46B20B: petrol(1995, 110, 150, 4, 16, 84, 90, 10.5, 4.3, 'BMW Longlife-01', '5W-30'),
  N43B20A: petrolDirect(1995, 105, 143, 4, 16, 84, 90, 12, 4.3, 'BMW Longlife-04', '5W-30'),
  N52B25A: petrol(2497, 160, 218, 6, 24, 82, 78.8, 11, 6.5, 'BMW Longlife-01', '5W-30'),
  N47D20C: diesel(1995, 135, 184, 4, 16, 84, 90, 16.5, 5.2, 'BMW Longlife-04', '5W-30'),
  N57D30A: diesel(2993, 180, 245, 6, 24, 84, 90, 16.5, 7.2, 'BMW Longlife-04', '5W-30'),
  N20B20A: petrolTurbo(1997, 180, 245, 4, 16, 84, 90.1, 10, 5, 'BMW Longlife-04', '5W-30'),
  B47D20A: diesel(1995, 140, 190, 4, 16, 84, 90, 16.5, 5, 'BMW Longlife-04', '5W-30'),
  B48B20A: petrolTurbo(1998, 135, 184, 4, 16, 82, 94.6, 11, 5.3, 'BMW Longlife-17 FE+', '0W-20'),
  M57D30: diesel(2993, 173, 235, 6, 24, 84, 90, 17, 8, 'BMW Longlife-04', '5W-30'),
  // Mercedes-Benz
  'OM 651.911': diesel(2143, 125, 170, 4, 16, 83, 99, 16.2, 6.5, 'MB 229.51', '5W-30'),
  'OM 651.955': diesel(2143, 95, 129, 4, 16, 83, 99, 16.2, 9, 'MB 229.51', '5W-30'),
  'OM 642.850': dieselV(2987, 170, 231, 6, 24, 83, 92, 18, 8, 'MB 229.51', '5W-30'),
  'OM 654.920': diesel(1950, 143, 194, 4, 16, 82, 92.3, 15.5, 6.5, 'MB 229.52', '5W-30'),
  'M 271.820': petrolTurbo(1796, 115, 156, 4, 16, 82, 85, 9.3, 5.5, 'MB 229.5', '5W-40'),
  'M 274.920': petrolTurbo(1991, 135, 184, 4, 16, 83, 92, 9.8, 7, 'MB 229.5', '5W-40'),
  'M 266.960': petrol(2034, 100, 136, 4, 8, 83, 94, 11, 5.4, 'MB 229.3', '5W-40'),
  // Toyota, Honda, Nissan, Hyundai
  '1KR-FE': petrol(998, 51, 69, 3, 12, 71, 84, 10.5, 3.1, 'API SL', '5W-30'),
  '1ZR-FE': petrol(1598, 91, 124, 4, 16, 80.5, 78.5, 10.2, 4.2, 'API SL', '5W-30'),
  '1ND-TV': diesel(1364, 66, 90, 4, 8, 73, 81.5, 16.5, 3.8, 'ACEA C2', '5W-30'),
  '2ZR-FXE': hybrid(1798, 73, 99, 4, 16, 80.5, 88.3, 13, 4.2, 'API SM', '0W-20'),
  '2AD-FTV': diesel(2231, 110, 150, 4, 16, 86, 96, 15.7, 5.9, 'ACEA C2', '0W-30'),
  '1KD-FTV': diesel(2982, 140, 190, 4, 16, 96, 103, 17.9, 7, 'ACEA C2', '5W-30'),
  R18A2: petrol(1799, 103, 140, 4, 16, 81, 87.3, 10.5, 3.7, 'API SL', '0W-20'),
  N22A2: diesel(2204, 103, 140, 4, 16, 85, 97.1, 16.7, 5.9, 'ACEA C2', '0W-30'),
  HR16DE: petrol(1598, 84, 114, 4, 16, 78, 83.6, 10.7, 4.3, 'ACEA A3/B4', '5W-30'),
  'K9K 282': diesel(1461, 78, 106, 4, 8, 76, 80.5, 15.2, 4.4, 'ACEA C4', '5W-30'),
  EM61: electric(80, 109),
  G4FA: petrol(1396, 80, 109, 4, 16, 77, 75, 10.5, 3.3, 'API SM', '5W-20'),
  G4FC: petrol(1591, 93, 126, 4, 16, 77, 85.4, 10.5, 3.3, 'API SM', '5W-20'),
  D4FB: diesel(1582, 85, 115, 4, 16, 77.2, 84.5, 17.3, 5.3, 'ACEA C3', '5W-30'),
  // Ford, Opel, Volvo
  HWDA: petrol(1596, 74, 100, 4, 16, 79, 81.4, 11, 4.1, 'WSS-M2C913-B', '5W-30'),
  G6DA: diesel(1997, 100, 136, 4, 16, 85, 88, 18.5, 5.5, 'WSS-M2C913-B', '5W-30'),
  M1DA: petrolTurbo(999, 92, 125, 3, 12, 71.9, 82, 10, 4.1, 'WSS-M2C948-B', '5W-20'),
  T1DA: diesel(1560, 85, 115, 4, 8, 75, 88.3, 16, 3.8, 'WSS-M2C913-D', '5W-30'),
  SNJB: petrol(1242, 60, 82, 4, 16, 71.9, 76.5, 11, 4.1, 'WSS-M2C913-C', '5W-30'),
  QXBA: diesel(1997, 103, 140, 4, 16, 85, 88, 17.9, 5.5, 'WSS-M2C913-C', '5W-30'),
  Z12XEP: petrol(1229, 59, 80, 4, 16, 73.4, 72.6, 10.5, 3.5, 'GM-LL-A-025', '5W-30'),
  Z13DTH: diesel(1248, 66, 90, 4, 16, 69.6, 82, 18, 3.2, 'GM-LL-B-025', '5W-30'),
  Z16XEP: petrol(1598, 77, 105, 4, 16, 79, 81.5, 10.5, 4.5, 'GM-LL-A-025', '5W-30'),
  Z17DTH: diesel(1686, 74, 101, 4, 16, 79, 86, 18.4, 5, 'GM-LL-B-025', '5W-30'),
  A14NET: combustion('Petrol', PORT, TURBO, 'Inline', [1364, 103, 140, 4, 16, 72.5, 82.6, 9.5, 4, 'dexos2', '5W-30']),
  A17DTR: diesel(1686, 92, 125, 4, 16, 79, 86, 18, 5.4, 'dexos2', '5W-30'),
  A20DTH: diesel(1956, 118, 160, 4, 16, 83, 90.4, 16.5, 4.5, 'dexos2', '5W-30'),
  D4204T: diesel(1998, 100, 136, 4, 16, 85, 88, 18.5, 5.5, 'WSS-M2C913-B', '5W-30'),
  D5244T10: diesel(2400, 151, 205, 5, 20, 81, 93.2, 16.5, 5.9, 'ACEA A5/B5', '0W-30'),
  B4164T: petrolTurbo(1596, 132, 180, 4, 16, 79, 81.4, 10, 4.1, 'WSS-M2C913-C', '5W-30'),
  // Renault, Dacia, Peugeot, Fiat
  'K4J 780': petrol(1390, 72, 98, 4, 16, 79.5, 70, 10, 4.9, 'RN0700', '5W-40'),
  'K4M 858': petrol(1598, 81, 110, 4, 16, 79.5, 80.5, 9.8, 4.8, 'RN0700', '5W-40'),
  'K9K 766': diesel(1461, 63, 86, 4, 8, 76, 80.5, 17.9, 4.4, 'RN0720', '5W-30'),
  'K9K 836': diesel(1461, 81, 110, 4, 8, 76, 80.5, 15.2, 4.4, 'RN0720', '5W-30'),
  'M9R 740': diesel(1995, 110, 150, 4, 16, 84, 90, 16, 7.4, 'RN0720', '5W-30'),
  'K7J 710': petrol(1390, 55, 75, 4, 8, 79.5, 70, 9.5, 3.3, 'RN0700', '10W-40'),
  'K4M 690': petrol(1598, 77, 105, 4, 16, 79.5, 80.5, 9.8, 4.8, 'RN0700', '5W-40'),
  KFV: petrol(1360, 54, 73, 4, 8, 75, 77, 10.5, 3, 'PSA B71 2300', '5W-40'),
  '5FW': petrol(1598, 88, 120, 4, 16, 77, 85.8, 11, 4.3, 'PSA B71 2290', '5W-30'),
  '9HZ': diesel(1560, 80, 109, 4, 16, 75, 88.3, 18, 3.8, 'PSA B71 2290', '5W-30'),
  '169 A4.000': petrol(1242, 51, 69, 4, 8, 70.8, 78.9, 11.1, 2.8, 'Fiat 9.55535-S2', '5W-40'),
  '199 A2.000': diesel(1248, 55, 75, 4, 16, 69.6, 82, 18, 3, 'Fiat 9.55535-S1', '5W-30'),
  '199 A4.000': petrol(1242, 48, 65, 4, 8, 70.8, 78.9, 11.1, 2.8, 'Fiat 9.55535-S2', '5W-40'),
  F1AE0481D: diesel(2287, 88, 120, 4, 16, 88, 94, 19, 5.3, 'Fiat 9.55535-S1', '5W-30'),
  // ГАЗ, Лада, УАЗ, 比亚迪, 吉利
  'УМЗ-А274': petrol(2690, 79, 107, 4, 8, 96.5, 92, 10, 4.9, 'API SL', '5W-40'),
  'ISF2.8s4129P': diesel(2776, 88, 120, 4, 16, 94, 100, 16.5, 5.5, 'API CI-4', '10W-40'),
  'ЗМЗ-4062.10': petrol(2287, 96, 131, 4, 16, 92, 86, 9.3, 6, 'API SG', '10W-40'),
  'ЗМЗ-40905': petrol(2693, 94, 128, 4, 16, 95.5, 94, 9, 7, 'API SL', '5W-40'),
  'ВАЗ-11186': petrol(1596, 64, 87, 4, 8, 82, 75.6, 10.5, 3.5, 'API SL', '5W-40'),
  'ВАЗ-21129': petrol(1596, 78, 106, 4, 16, 82, 75.6, 10.5, 4.4, 'API SL', '5W-30'),
  'ВАЗ-21179': petrol(1774, 90, 122, 4, 16, 82, 84, 10.3, 4.4, 'API SL', '5W-30'),
  TZ200XSQ: electric(150, 204),
  TZ180XSF: electric(70, 95),
  BYD472QA: combustion('Petrol/Electric', PORT, NATURAL, 'Inline', [
    ...([1498, 81, 110, 4, 16, 72, 92, 15.5, 3.8, 'ACEA C5', '0W-20'] as Figures),
  ]),
  JL4G18: petrol(1792, 102, 139, 4, 16, 79, 91.4, 10, 4, 'API SL', '5W-30'),
  'JLH-3G15TD': petrolTurbo(1477, 130, 177, 3, 12, 82, 93.2, 10.5, 5.2, 'ACEA C5', '0W-20'),
};
