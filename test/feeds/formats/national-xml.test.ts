import { describe, expect, test } from 'vitest';
import { readText } from './reading.ts';

describe('national and applicant systems', () => {
  test('APEC', async () => {
    const { adapter, found } = await readText(
      `<Export_offres><Offre_emploi><Reference_apec>1W</Reference_apec><Reference_client>C1</Reference_client><Intitule>Ingénieur</Intitule><Texte_offre>x</Texte_offre>
       <Nom_entreprise>Acme</Nom_entreprise><Date_parution>11/12/2025 10:41:41</Date_parution><Contrat><Type_contrat>CDI</Type_contrat></Contrat>
       <Nombre_postes>2</Nombre_postes><Lieu><Libelle_lieu>ROUEN</Libelle_lieu></Lieu><Lieu><Libelle_lieu>CAEN</Libelle_lieu></Lieu></Offre_emploi></Export_offres>`,
    );
    expect(adapter).toBe('apec-xml');
    expect(found).toEqual([
      {
        identifier: '1W',
        requisition: 'C1',
        title: 'Ingénieur',
        description: 'x',
        datePosted: '11/12/2025 10:41:41',
        employmentType: ['CDI'],
        company: { name: 'Acme' },
        totalJobOpenings: '2',
        jobLocation: [{ text: 'ROUEN' }, { text: 'CAEN' }],
      },
    ]);
  });

  test('Talentsoft: formatted twins first, the unit is a division, fields of the customer by their labels', async () => {
    const { adapter, found } = await readText(
      `<offers><offer><id>1</id><reference>R</reference><entity id="9">UNIT</entity><creationDate>20260101</creationDate><directUrl>u</directUrl>
       <jobDescription><title>Dev</title><description>plain</description><missionDescription>m</missionDescription><missionDescriptionFormatted><![CDATA[<p>m</p>]]></missionDescriptionFormatted>
       <contract id="3">CDI</contract><customFields><datetime1 label="Date de début">01/09/2026</datetime1></customFields>
       <location><jobLocation>Lyon</jobLocation><countries><country>France</country></countries></location></jobDescription></offer></offers>`,
    );
    expect(adapter).toBe('talentsoft-xml');
    expect(found).toEqual([
      {
        identifier: '1',
        requisition: 'R',
        title: 'Dev',
        description: 'plain',
        sections: [{ heading: 'Mission', body: '<p>m</p>' }],
        url: 'u',
        datePosted: '20260101',
        jobStartDate: '01/09/2026',
        employmentType: ['CDI'],
        company: { division: 'UNIT' },
        jobLocation: [{ text: 'Lyon', country: 'France' }],
      },
    ]);
  });

  test('La Poste', async () => {
    const { adapter, found } = await readText(
      '<offres><offre><intitule-du-poste>Facteur</intitule-du-poste><reference>r</reference><contexte>c</contexte><description-de-la-mission>m</description-de-la-mission><localisation-du-poste>Aubenas</localisation-du-poste></offre></offres>',
    );
    expect(adapter).toBe('laposte-xml');
    expect(found).toMatchObject([
      {
        identifier: 'r',
        title: 'Facteur',
        description: 'c',
        sections: [{ heading: 'Mission', body: 'm' }],
        jobLocation: [{ city: 'Aubenas' }],
      },
    ]);
  });

  test('Absolventa: pairs of headline and body, the place of the offer joins the list', async () => {
    const { adapter, found } = await readText(
      `<job_offer><title>Kapitän</title><application_url>u</application_url><started_at>2019-11-11</started_at><city>Berlin</city><zip>10318</zip>
       <job_offer_locations><job_offer_location><city>Kiel</city></job_offer_location></job_offer_locations><description>d</description>
       <tasks_headline>Das tust du</tasks_headline><tasks>t</tasks></job_offer>`,
    );
    expect(adapter).toBe('absolventa-xml');
    expect(found).toMatchObject([
      {
        title: 'Kapitän',
        applyUrl: 'u',
        datePosted: '2019-11-11',
        sections: [{ heading: 'Das tust du', body: 't' }],
        jobLocation: [{ city: 'Berlin', postalCode: '10318' }, { city: 'Kiel' }],
      },
    ]);
  });

  test('Jobvite', async () => {
    const { adapter, found } = await readText(
      '<result><job><id>o</id><title>Cook</title><requisitionid>r</requisitionid><location>New York, NY</location><date>7/04/2011</date><detail-url><![CDATA[ u ]]></detail-url><apply-url>a</apply-url></job></result>',
    );
    expect(adapter).toBe('jobvite-xml');
    expect(found).toMatchObject([
      {
        identifier: 'o',
        requisition: 'r',
        url: 'u',
        applyUrl: 'a',
        datePosted: '7/04/2011',
        jobLocation: [{ text: 'New York, NY' }],
      },
    ]);
  });

  test('Personio: offices are places, the account makes the address, an empty board is one', async () => {
    const { adapter, found } = await readText(
      `<workzag-jobs><position><id>1</id><subcompany>Acme</subcompany><office>Munich</office><additionalOffices><office>Berlin</office></additionalOffices><name>Dev</name>
       <jobDescriptions><jobDescription><name>Tasks</name><value>x</value></jobDescription></jobDescriptions><employmentType>intern</employmentType><schedule>part-time</schedule></position></workzag-jobs>`,
      'https://acme.jobs.personio.de/xml?language=en',
    );
    expect(adapter).toBe('personio-xml');
    expect(found).toEqual([
      {
        identifier: '1',
        title: 'Dev',
        sections: [{ heading: 'Tasks', body: 'x' }],
        url: 'https://acme.jobs.personio.de/job/1',
        employmentType: ['intern', 'part-time'],
        company: { name: 'Acme' },
        jobLocation: [{ text: 'Munich' }, { text: 'Berlin' }],
      },
    ]);
    expect((await readText('<workzag-jobs></workzag-jobs>')).end).toMatchObject({
      adapter: 'personio-xml',
      completeness: 'complete',
    });
  });

  test('teaching vacancies: items, a bare channel, a Vacancy inside content', async () => {
    const items = await readText(
      '<items><item><reference>1</reference><jobTitle>Head</jobTitle><jobAdvert>x</jobAdvert><advertUrl>www.x.example/1?a=1&amp;amp;b=2</advertUrl><expiresAt>2042-10-28T12:00:00+0100</expiresAt><startDate>2042-11-01</startDate></item></items>',
    );
    expect(items.adapter).toBe('dfe-ats');
    expect(items.found).toMatchObject([
      {
        identifier: '1',
        title: 'Head',
        url: 'https://www.x.example/1?a=1&b=2',
        validThrough: '2042-10-28T12:00:00+0100',
        jobStartDate: '2042-11-01',
      },
    ]);

    const vacancy = await readText(
      `<rss xmlns:a10="http://www.w3.org/2005/Atom"><channel><item><link>/u</link><title>TA</title><a10:content type="text/xml"><Vacancy><VacancyID>9</VacancyID><vTitle>TA</vTitle>
       <Advert_text>x</Advert_text><Expiry_date>01/09/2043 12:00:00</Expiry_date><Job_Location>Barnstaple,_Devon</Job_Location></Vacancy></a10:content></item></channel></rss>`,
    );
    expect(vacancy.adapter).toBe('dfe-ats');
    expect(vacancy.found).toMatchObject([
      {
        identifier: '9',
        url: '/u',
        validThrough: '01/09/2043 12:00:00',
        jobLocation: [{ text: 'Barnstaple, Devon' }],
      },
    ]);

    const json = await readText(
      '[{"reference":"0044","advertUrl":"https://x.example","jobTitle":"Head","jobAdvert":"x"}]',
    );
    expect([json.adapter, json.found[0]?.identifier]).toEqual(['dfe-ats', '0044']);
  });

  test('ReliefWeb import: the link is the id', async () => {
    const { adapter, found } = await readText(
      '<channel><item><link>https://x.example/1</link><title>Medic</title><body>x</body><field_job_closing_date>2026-02-01</field_job_closing_date><field_country>TCD</field_country><field_how_to_apply>mail</field_how_to_apply></item></channel>',
    );
    expect(adapter).toBe('reliefweb-import-xml');
    expect(found).toMatchObject([
      {
        identifier: 'https://x.example/1',
        description: 'x',
        validThrough: '2026-02-01',
        jobLocation: [{ country: 'TCD' }],
        sections: [{ heading: 'How to apply', body: 'mail' }],
      },
    ]);
  });
});
