package projectgen

// macroText contains the macros of a generated project. The first is small and used everywhere; the others use loops
// and each other, and make a node expensive to render.
const macroText = `{%- macro tidy(expression) -%}
CAST(NULLIF(TRIM({{ expression }}), '') AS VARCHAR)
{%- endmacro -%}

{%- macro bucket(expression, steps, width) -%}
CAST(CASE
{%- for step in range(steps) %}
  WHEN {{ expression }} < {{ (step + 1) * width }} THEN '{{ step * width }} to {{ (step + 1) * width }}'
{%- endfor %}
  ELSE 'more'
END AS VARCHAR)
{%- endmacro -%}

{%- macro recoded(expression, pairs) -%}
CAST(CASE
{%- for pair in pairs.split(',') %}
{%- set parts = pair.split(':') %}
  WHEN {{ tidy(expression) }} = '{{ parts | first | upper }}' THEN '{{ parts[1] | trim }}'
{%- endfor %}
  ELSE {{ tidy(expression) }}
END AS VARCHAR)
{%- endmacro -%}

{%- macro calendar(expression, units) -%}
{%- set seen = namespace(count=0) -%}
CAST(
{%- for unit in units -%}
{%- if seen.count > 0 %} || '-' || {% endif -%}
LPAD(CAST(EXTRACT({{ unit | upper }} FROM {{ expression }}) AS VARCHAR), {{ 4 if unit == 'year' else 2 }}, '0')
{%- set seen.count = seen.count + 1 -%}
{%- endfor %} AS VARCHAR)
{%- endmacro -%}

{%- macro agreed(expressions) -%}
({%- for expression in expressions | unique | list -%}
COALESCE({{ expression }}, FALSE){% if not loop.last %} AND {% endif %}
{%- endfor -%})
{%- endmacro -%}
`

// countries are the values that the macro recoded processes.
const countries = "at:Austria,be:Belgium,ch:Switzerland,cz:Czechia,de:Germany,dk:Denmark,es:Spain,fi:Finland,fr:France," +
	"gb:United Kingdom,ie:Ireland,it:Italy,nl:Netherlands,no:Norway,pl:Poland,pt:Portugal,se:Sweden,sk:Slovakia"

// useMacro computes a column with a suitable macro. All macros but one return a text.
func useMacro(c *column) {
	switch c.role {
	case isAttribute:
		c.expression = "{{ recoded('$1', '" + countries + "') }}"
	case isMeasure:
		c.expression, c.dataType, c.role = "{{ bucket('$1', 24, 50) }}", "VARCHAR", isAttribute
	case isMoment:
		c.expression, c.dataType, c.role = "{{ calendar('$1', ['year', 'month', 'day', 'hour']) }}", "VARCHAR", isAttribute
	case isFlag:
		c.expression = "{{ agreed(['$1', '$1']) }}"
	case isKey, isForeignKey:
	}
}
