import { describe as group, expect, test } from 'vitest';
import { describe } from '../../src/listings/values/description.ts';
import { languageOf } from '../../src/listings/values/language.ts';

group('a description', () => {
  test('joins its sections under their headings', () => {
    const { html, text } = describe({
      description: '<p>Intro</p>',
      sections: [{ heading: 'Team &amp; tools', body: 'Small' }, { body: '<p>End</p>' }],
      benefits: '<ul><li>Bus pass</li></ul>',
    });
    expect(html).toBe(
      '<p>Intro</p><h3>Team &amp; tools</h3><p>Small</p><p>End</p><h3>Benefits</h3><ul><li>Bus pass</li></ul>',
    );
    expect(text).toBe('Intro\n\nTeam & tools\n\nSmall\n\nEnd\n\nBenefits\n\n- Bus pass');
  });

  test.each([
    ['<h3>Requirements</h3>', ''],
    ['<p><strong>What you bring:</strong></p>', ''],
    ['<h2>Minimum Qualifications</h2>', '<h2>Benefits</h2><p>Bus pass</p>'],
    ['<p><strong>Dein Profil</strong></p>', '<h3>Wir bieten</h3><p>Tee</p>'],
  ])('gives up the part headed %s as qualifications', (heading, rest) => {
    const intro = '<p>We look after the river and its many bridges.</p>';
    const described = describe({ description: `${intro}${heading}<ul><li>Swimming</li></ul>${rest}` });
    expect(described).toMatchObject({
      html: `${intro}${rest}`,
      qualifications: '<ul><li>Swimming</li></ul>',
    });
  });

  test('a part that cannot be cut cleanly stays', () => {
    const html =
      '<p>We look after the river and its many bridges.</p><div><h3>Requirements</h3><p>Swimming</p></div>';
    expect(describe({ description: html })).toMatchObject({ html });
  });

  test('the whole text stays when nothing else would be left', () => {
    const html = '<h3>Requirements</h3><ul><li>Swimming</li></ul>';
    expect(describe({ description: html })).toEqual({
      html,
      text: 'Requirements\n\n- Swimming',
      cut: false,
      hidden: [],
    });
  });

  test('stated qualifications are taken as they are, with a heading when there are several', () => {
    expect(describe({ description: 'a', qualifications: 'Swimming' }).qualifications).toBe('<p>Swimming</p>');
    expect(describe({ description: 'a', qualifications: 'Swimming', skills: 'Rowing' }).qualifications).toBe(
      '<h3>Qualifications</h3><p>Swimming</p><h3>Skills</h3><p>Rowing</p>',
    );
  });

  test('a text of megabytes is cut with a warning', () => {
    expect(describe({ description: 'word '.repeat(500_000) }).cut).toBe(true);
    expect(describe({ description: 'work', benefits: '<p><span>word</span></p>'.repeat(5_000) }).cut).toBe(
      true,
    );
  });
});

group('the language', () => {
  test.each([
    [
      'We are looking for a person to join our team and help us with the development of new products for the market.',
      'en',
    ],
    [
      'Wir suchen ab sofort eine Person, die unser Team in Berlin bei der Entwicklung neuer Produkte für den Markt unterstützt.',
      'de',
    ],
    [
      'Nous recherchons une personne pour rejoindre notre équipe et nous aider à développer de nouveaux produits pour le marché.',
      'fr',
    ],
    [
      'Мы ищем человека, который присоединится к нашей команде и поможет нам разрабатывать новые продукты для рынка труда.',
      'ru',
    ],
    ['Short text', undefined],
    [
      'Acme GmbH · 12345 · https://example.com/a/b/c · +1 555 0100 · 2026-01-01 · 12:00 · ABC-123-XYZ · 99 99 99',
      undefined,
    ],
  ])('of "%s" is %s', (text, language) => {
    expect(languageOf(undefined, text)).toBe(language);
  });

  test('a field that the source states is believed', () => {
    expect(languageOf('en-US', 'Wir suchen')).toBe('en');
  });
});
