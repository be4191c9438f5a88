-- The name of a product's category is in its search vector. Words that only the category has of tags, vendor, type and
-- options get weight C here, of which there was none, so that a new name can replace them without the product's texts.
-- Searches treat C like B. The words are folded as core/text/fold.ts does it for the scripts that stores use. Requests go on
-- meanwhile: no table is locked, and products can be changed after the migration only. What an older server saves during
-- the change of releases keeps weight B until the product is saved again.
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

-- Changes of products wait until this is done, some minutes for a million products; orders and reads do not. The rows are
-- locked in the order in which the server locks them.
set local lock_timeout = 0;
do $$
begin
  perform from products where category_id is not null order by site_id, id for no key update;
end
$$;

with named as materialized (
  select site_id, id, pg_temp.words_of(name) as words
  from categories
), labels as materialized (
  select label, pg_temp.words_of(label) as words
  from (
    select distinct label
    from products p
    cross join lateral unnest(p.tags || p.vendor || p.product_type) label
    where p.category_id is not null and label is not null
  ) each
), pairs as materialized (
  select pair, pg_temp.words_of(pair::jsonb ->> 1) as words
  from (select distinct unnest(option_pairs) as pair from products where category_id is not null) each
), own as (
  select p.site_id, p.id, labels.words
  from products p
  cross join lateral unnest(p.tags || p.vendor || p.product_type) label
  join labels using (label)
  where p.category_id is not null
  union all
  select p.site_id, p.id, pairs.words
  from products p
  cross join lateral unnest(p.option_pairs) pair
  join pairs using (pair)
  where p.category_id is not null
), kept as (
  select p.site_id, p.id, array_agg(word) as words
  from products p
  join named c on c.site_id = p.site_id and c.id = p.category_id
  join own on own.site_id = p.site_id and own.id = p.id and own.words && c.words
  cross join lateral unnest(own.words) word
  group by p.site_id, p.id
), changed as (
  select p.site_id, p.id, array(
    select word from unnest(c.words) word where word <> all(coalesce(kept.words, '{}'))
  ) as words
  from products p
  join named c on c.site_id = p.site_id and c.id = p.category_id
  left join kept on kept.site_id = p.site_id and kept.id = p.id
)
update products p
set search = (
  ts_filter(p.search, '{a,c,d}')::text || ' ' || setweight(ts_filter(p.search, '{b}'), 'C', changed.words)::text
)::tsvector
from changed
where p.site_id = changed.site_id and p.id = changed.id and changed.words <> '{}';

drop function pg_temp.words_of;
