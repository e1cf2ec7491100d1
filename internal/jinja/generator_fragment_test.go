package jinja_test

import "strings"

// fragmentTemplate concatenates fragments of tags, most of which do not fit together. It tests where tags begin and
// end, white space, and rejected templates.
func (g *templateGenerator) fragmentTemplate() string {
	var out strings.Builder
	for range 1 + g.random.IntN(12) {
		out.WriteString(g.pick(tagFragments...))
	}
	return out.String()
}

var tagFragments = []string{
	"{{ x }}", "{{- x }}", "{{ x -}}", "{{+ x }}", "{{x}}", "{{", "}}", "{%", "%}", "{#", "#}", "{# c #}", "{#- c -#}", "{#+ c +#}", "{# c", "-", "+",
	" ", "  ", "\n", " \n ", "\t", "a", "x", "é", "{", "}", "%", "#", "'", `"`, "{% raw %}", "{%- raw -%}", "{% endraw %}", "{%- endraw -%}", "{%+ endraw +%}",
	"{% if x %}", "{%- if y -%}", "{% else %}", "{%- else -%}", "{% endif %}", "{%- endif -%}", "{% for i in l %}", "{% endfor %}", "{% set x = 1 %}",
	"{{ 'a' }}", `{{ "}}" }}`, "{{ '{{' }}", "{{ {'a': {}} }}", "{{ [1, 2][0] }}", "{{ -1 }}", "{{-1}}", "{{ 1 - 1 -}}", "{{ (1) }}", "{{ 1.5 }}", "{{ l.0 }}",
	"{{ 1 if x else 2 }}", "{{ x | upper }}", "{% raw %}{{ x }}{% endraw %}", "\r\n", "\r", "{%if x%}b{%endif%}", "{% set v %}q{% endset %}", "{{ v }}", " {%- ", " -%} ",
	"{{ 'a\nb' }}", "{{ \"\\n\" }}", "{% print x %}", "{{ 0x1f }}", "{{ 1_000 }}", "{{ 1e2 }}", "{{ x ~ y }}", "{{ x\n}}", "{% filter upper %}f{% endfilter %}",
}
