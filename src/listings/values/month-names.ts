import { fold } from '../../core/text.ts';

/** Months as feeds write them, by the first letters that tell them apart, per language. */
const months: readonly string[] = [
  'jan january januar janvier janv enero ene gennaio gen januari janeiro styczen stycznia ledna leden tammikuu ianuarie januar. января январь januarja január січня siječnja ocak ιανουαριου gener jaanuar януари',
  'feb february februar fevrier fevr febrero febbraio februari fevereiro fev luty lutego unora unor helmikuu februarie февраля февраль februarja februára február лютого şubat φεβρουαριου febrer veebruar февруари',
  'mar march marz maerz mars marzo maart março marco marts marzec marca brezna brezen maaliskuu martie mrz mrt марта март március marec березня ožujka mart μαρτιου maret',
  'apr april avril avr abril abr aprile kwiecien kwietnia dubna duben huhtikuu aprilie апреля апрель apríla április aprila квітня travnja nisan απριλιου aprill април',
  'may mai mayo maggio mag mei maio maj maja kvetna kveten toukokuu мая май mája május травня svibnja mayıs μαιου maig',
  'jun june juni juin junio giugno giu junho czerwiec czerwca cervna cerven kesakuu iunie июня июнь júna június junija червня haziran ιουνιου juny juuni юни',
  'jul july juli juillet juil julio luglio lug julho lipiec lipca cervence cervenec heinakuu iulie июля июль júla július julija липня temmuz ιουλιου juliol juuli юли',
  'aug august aout agosto ago augustus augusti sierpien sierpnia srpna srpen elokuu августа август augusta augusztus avgusta серпня kolovoza ağustos αυγουστου agost agustus',
  'sep sept september septembre septiembre settembre set septembro setembro wrzesien wrzesnia zari syyskuu septembrie сентября сентябрь septembra szeptember вересня rujna eylül σεπτεμβριου setembre септември',
  'oct october oktober octobre octubre ottobre ott okt outubro out pazdziernik pazdziernika rijna rijen lokakuu octombrie октября октябрь októbra október oktobra жовтня ekim οκτωβριου oktoober октомври',
  'nov november novembre noviembre novembro listopad listopada listopadu marraskuu noiembrie ноября ноябрь novembra листопада studenoga studenog kasım νοεμβριου ноември',
  'dec december dezember dez decembre diciembre dic dicembre dezembro grudzien grudnia prosince prosinec joulukuu decembrie декабря декабрь decembra desember desembre грудня prosinca aralık δεκεμβριου detsember декември',
];

const byName = new Map(
  months.flatMap((names, index) => names.split(' ').map((name) => [fold(name), index + 1] as const)),
);

/** 1 to 12, for a month's name or short name in the languages of feeds. */
export function monthOf(name: string): number | undefined {
  return byName.get(fold(name).replace(/\.$|(?<=kuu)ta$/, ''));
}
