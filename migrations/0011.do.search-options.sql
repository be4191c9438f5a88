-- Search finds products by the values of their options, too. Whoever saves a product writes them into `search`; here
-- they are added to what is there, folded as core/fold.ts does it for the scripts that stores use. Requests go on
-- meanwhile: no table is locked.
create function pg_temp.words_of(value text) returns text[]
  language sql immutable
  return (
    with folded (value) as (
      select translate(
        replace(replace(replace(
          lower(regexp_replace(
            normalize(translate(value, '™℠Œ', '  œ'), nfkd),
            '[\u0300-\u036f\u0483-\u0489\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe0f\ufeff]',
            '', 'g'
          )),
          'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'),
        'øłđıٱةىیکگڤپ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'oldiاهييككفب01234567890123456789'
      )
    ), apart (word) as (
      -- The French elisions (l', d', qu') are no words.
      select regexp_split_to_table(
        regexp_replace(value, '(^|[\s(/-])([ldjmtscn]|qu)[''’](?=[^\s])', '\1', 'g'),
        '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00b4\u00b6-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u066a-\u066d\u06d4\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u3000-\u303f\U0001f000-\U0001faff]+'
      )
      from folded
    )
    -- An Arabic word with the article also without it.
    select array_agg(left(form, 60))
    from apart
    cross join lateral unnest(case when word ~ '^ال.{3}' then array[word, substr(word, 3)] else array[word] end) form
    where word <> ''
  );

with pairs as materialized (
  select pair, pg_temp.words_of(pair::jsonb ->> 1) as words
  from (select distinct unnest(option_pairs) as pair from products) each
), found as materialized (
  select p.site_id, p.id, array_agg(distinct word) as words
  from products p
  cross join lateral unnest(p.option_pairs) own
  join pairs on pairs.pair = own
  cross join lateral unnest(pairs.words) word
  where word <> all (tsvector_to_array(ts_filter(p.search, '{b}')))
  group by p.site_id, p.id
), spelt as (
  insert into search_words (site_id, length, word)
  select distinct site_id, char_length(word), word
  from found, unnest(words[:3000]) word
  where char_length(word) >= 3 and word !~ '[0-9]'
  on conflict do nothing
)
update products p
set search = p.search || (
  select string_agg(format('''%s'':2B', word), ' ')::tsvector from unnest(found.words[:3000]) word
)
from found
where p.site_id = found.site_id and p.id = found.id;

drop function pg_temp.words_of;
