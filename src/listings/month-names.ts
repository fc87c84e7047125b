import { fold } from '../core/text.ts';

/** Months as feeds write them, by the first letters that tell them apart, per language. */
const months: readonly string[] = [
  'jan january januar janvier janv enero ene gennaio gen januari janeiro styczen stycznia ledna leden tammikuu ianuarie januar. января январь',
  'feb february februar fevrier fevr febrero febbraio februari fevereiro fev luty lutego unora unor helmikuu februarie февраля февраль',
  'mar march marz maerz mars marzo maart março marco marts marzec marca brezna brezen maaliskuu martie mrz mrt марта март',
  'apr april avril avr abril abr aprile kwiecien kwietnia dubna duben huhtikuu aprilie апреля апрель',
  'may mai mayo maggio mag mei maio maj maja kvetna kveten toukokuu мая май',
  'jun june juni juin junio giugno giu junho czerwiec czerwca cervna cerven kesakuu iunie июня июнь',
  'jul july juli juillet juil julio luglio lug julho lipiec lipca cervence cervenec heinakuu iulie июля июль',
  'aug august aout agosto ago augustus augusti sierpien sierpnia srpna srpen elokuu августа август',
  'sep sept september septembre septiembre settembre set septembro setembro wrzesien wrzesnia zari syyskuu septembrie сентября сентябрь',
  'oct october oktober octobre octubre ottobre ott okt outubro out pazdziernik pazdziernika rijna rijen lokakuu octombrie октября октябрь',
  'nov november novembre noviembre novembro listopad listopada listopadu marraskuu noiembrie ноября ноябрь',
  'dec december dezember dez decembre diciembre dic dicembre dezembro grudzien grudnia prosince prosinec joulukuu decembrie декабря декабрь',
];

const byName = new Map(
  months.flatMap((names, index) => names.split(' ').map((name) => [fold(name), index + 1] as const)),
);

/** 1 to 12, for a month's name or short name in the languages of feeds. */
export function monthOf(name: string): number | undefined {
  return byName.get(fold(name).replace(/\.$|(?<=kuu)ta$/, ''));
}
