SELECT c."ID", n.name FROM {{ ref('RAW', 'CUSTOMERS') }} "C" JOIN {{ ref_no_link("RAW", "NAMES") }} AS n ON n.id = c."ID" {{ ref_link('RAW', 'X') }};
FROM {{ ref('A', 'B') }} "B" LEFT JOIN {{- ref('A', 'C') -}} C ON "B"."ID" = C."ID" WHERE "B"."X" > {{ parameters.min }} GROUP BY "B"."ID";
SELECT {{ SRC }}, a + {{ f('x') }} AS y, {{ alias }}.col, "{{ alias }}"."C", pre_{{ x }} AS z, '{{ it("'") }}' lit FROM {{ macro_table() }} m;
SELECT a FROM {{ db }}.{{ schema }}.tbl_{{ suffix }} t WHERE b IN (SELECT c FROM {{ ref(loc, 'N') }});
SELECT a FROM {{ ref('L', 'N') }} WHERE {{ condition }} AND b = {{ value }} {{ op }} c;
SELECT {{ ref('L', 'N') }}."A" AS a FROM {{ ref('L', 'N') }}
