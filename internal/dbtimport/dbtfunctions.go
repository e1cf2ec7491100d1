package dbtimport

// dbtFunctions has a macro for each function of dbt that hides a difference between engines, by the name in dbt.
var dbtFunctions = map[string]string{
	"current_timestamp": "{%- macro dbt__current_timestamp() -%}{{- dialect.now() -}}{%- endmacro -%}",
	"date_trunc":        "{%- macro dbt__date_trunc(datepart, date) -%}date_trunc('{{ datepart }}', {{ date }}){%- endmacro -%}",
	"concat":            "{%- macro dbt__concat(fields) -%}{{- fields | join(' || ') -}}{%- endmacro -%}",
	"cast":              "{%- macro dbt__cast(field, type) -%}cast({{ field }} as {{ type }}){%- endmacro -%}",
	"cast_bool_to_text": "{%- macro dbt__cast_bool_to_text(field) -%}cast({{ field }} as varchar){%- endmacro -%}",
	"hash":              "{%- macro dbt__hash(field) -%}md5(cast({{ field }} as varchar)){%- endmacro -%}",
	"length":            "{%- macro dbt__length(expression) -%}length({{ expression }}){%- endmacro -%}",
	"position":          "{%- macro dbt__position(substring_text, string_text) -%}position({{ substring_text }} in {{ string_text }}){%- endmacro -%}",
	"replace":           "{%- macro dbt__replace(field, old_chars, new_chars) -%}replace({{ field }}, {{ old_chars }}, {{ new_chars }}){%- endmacro -%}",
	"right":             "{%- macro dbt__right(string_text, length_expression) -%}right({{ string_text }}, {{ length_expression }}){%- endmacro -%}",
	"split_part": "{%- macro dbt__split_part(string_text, delimiter_text, part_number) -%}" +
		"split_part({{ string_text }}, {{ delimiter_text }}, {{ part_number }}){%- endmacro -%}",
	"any_value":            "{%- macro dbt__any_value(expression) -%}any_value({{ expression }}){%- endmacro -%}",
	"bool_or":              "{%- macro dbt__bool_or(expression) -%}bool_or({{ expression }}){%- endmacro -%}",
	"except":               "{%- macro dbt__except() -%}except{%- endmacro -%}",
	"intersect":            "{%- macro dbt__intersect() -%}intersect{%- endmacro -%}",
	"string_literal":       "{%- macro dbt__string_literal(value) -%}'{{ value }}'{%- endmacro -%}",
	"escape_single_quotes": "{%- macro dbt__escape_single_quotes(expression) -%}{{- expression | replace(\"'\", \"''\") -}}{%- endmacro -%}",
	"safe_cast": "{%- macro dbt__safe_cast(field, type) -%}\n" +
		"  {{- 'cast' if dbt_platform == 'postgres' else 'try_cast' }}({{ field }} as {{ type }})\n{%- endmacro -%}",
	"dateadd": "{%- macro dbt__dateadd(datepart, interval, from_date_or_timestamp) -%}\n" +
		"  {%- if dbt_platform == 'snowflake' -%}dateadd({{ datepart }}, {{ interval }}, {{ from_date_or_timestamp }})\n" +
		"  {%- elif dbt_platform == 'trino' -%}date_add('{{ datepart }}', {{ interval }}, {{ from_date_or_timestamp }})\n" +
		"  {%- else -%}{{ from_date_or_timestamp }} + ((interval '1 {{ datepart }}') * ({{ interval }}))\n" +
		"  {%- endif -%}\n{%- endmacro -%}",
	"datediff": "{%- macro dbt__datediff(first_date, second_date, datepart) -%}\n" +
		"  {%- if dbt_platform == 'snowflake' -%}datediff({{ datepart }}, {{ first_date }}, {{ second_date }})\n" +
		"  {%- elif dbt_platform == 'postgres' -%}{{ dialect.fail('dbt.datediff has no counterpart in PostgreSQL', 'Subtract the dates.') }}\n" +
		"  {%- else -%}date_diff('{{ datepart }}', cast({{ first_date }} as timestamp), cast({{ second_date }} as timestamp))\n" +
		"  {%- endif -%}\n{%- endmacro -%}",
	"last_day": "{%- macro dbt__last_day(date, datepart) -%}\n" +
		"  cast(date_trunc('{{ datepart }}', {{ date }}) + (interval '1 {{ datepart }}') - (interval '1 day') as date)\n{%- endmacro -%}",
	"listagg": "{%- macro dbt__listagg(measure, delimiter_text=\"','\", order_by_clause='', limit_num=none) -%}\n" +
		"  string_agg({{ measure }}, {{ delimiter_text }} {{ order_by_clause }})\n{%- endmacro -%}",
	"type_string":    "{%- macro dbt__type_string() -%}varchar{%- endmacro -%}",
	"type_int":       "{%- macro dbt__type_int() -%}int{%- endmacro -%}",
	"type_bigint":    "{%- macro dbt__type_bigint() -%}bigint{%- endmacro -%}",
	"type_numeric":   "{%- macro dbt__type_numeric() -%}numeric(28, 6){%- endmacro -%}",
	"type_float":     "{%- macro dbt__type_float() -%}float{%- endmacro -%}",
	"type_timestamp": "{%- macro dbt__type_timestamp() -%}timestamp{%- endmacro -%}",
	"type_boolean":   "{%- macro dbt__type_boolean() -%}boolean{%- endmacro -%}",
}
