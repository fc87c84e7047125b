/** Markup, signs that turn, ring and hide, letters of several directions, and a word wider than any page. */
export const bad = `"><script>pwned=1</script><img src=x onerror=pwned=1>\u202Egnp.\u0007\u200B👩🏽‍💻${'W'.repeat(90)}`;
const short = `<b onclick=pwned=1>Ana\u202E\u0007</b>👩🏽‍💻${'W'.repeat(40)}`;
const long = `${bad} ${'A line that says what the person does every day of the week. '.repeat(5)}`;

/** What the rules of the form let through, field by field; lines hold line breaks, which no browser would send. */
export const hostileWords = {
  fullname: `${short}\r\nBcc: thief`,
  position_title: short,
  empname: short,
  no_site_reason: bad,
  empstreet: bad,
  empcity: short,
  empzip: '"><b>02109',
  description: long,
  client: short,
  job_title: 'Aide <script>pwned=1</script>\r\nBcc: thief',
  job_desc: long,
  duration: '<i>3 months</i>\u0007',
  city: short,
  remote_states: bad,
  uncovered_reason: bad,
  benefits: bad,
  qualifications: bad,
  additional_documents_notes: bad,
};
