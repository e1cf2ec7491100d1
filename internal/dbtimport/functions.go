package dbtimport

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/transform"
)

// functionsName is the name of the macro file with the functions of dbt. It is read before the macros of the project.
const functionsName = "dbt_1"

// functions returns the macros that stand for functions and objects of dbt, as far as the project uses them.
func (x *conversion) functions() transform.Macro {
	var out strings.Builder
	out.WriteString("{#- Functions of dbt that the imported project uses. -#}\n")
	x.variableFunctions(&out)
	if x.used["target"] {
		fmt.Fprintf(&out, "{%%- set target = %s -%%}\n", jinjaValue(x.target()))
	}
	if x.used["execute"] {
		out.WriteString("{%- set execute = true -%}\n")
	}
	if x.used["env_var"] {
		out.WriteString("{%- macro env_var(name, default='') -%}\n" +
			"  {{- return(parameters[name] if parameters[name] is defined else default) -}}\n{%- endmacro -%}\n")
	}
	for _, name := range []string{"log", "print"} {
		if x.used[name] {
			fmt.Fprintf(&out, "{%%- macro %s(message, info=false) -%%}{%%- endmacro -%%}\n", name)
		}
	}
	if x.used["exceptions"] {
		out.WriteString("{%- macro dbt_raise(message) -%}\n  {{- dialect.fail(message, 'The message is from a macro of the project.') -}}\n{%- endmacro -%}\n" +
			"{%- macro dbt_warn(message) -%}{%- endmacro -%}\n" +
			"{%- set exceptions = {'raise_compiler_error': dbt_raise, 'raise_not_implemented': dbt_raise, 'warn': dbt_warn} -%}\n")
	}
	x.relationFunctions(&out)
	if len(x.usedFunctions) > 0 {
		fmt.Fprintf(&out, "{%%- set dbt_platform = %s -%%}\n", quoteJinja(x.platform))
	}
	for _, name := range sortedKeys(x.usedFunctions) {
		out.WriteString(dbtFunctions[name] + "\n")
	}
	return transform.Macro{ID: "functions", Name: functionsName, Text: strings.TrimRight(out.String(), "\n")}
}

// variableFunctions writes var(). A parameter of the run overrides a variable, with the type of the variable.
func (x *conversion) variableFunctions(out *strings.Builder) {
	isNeeded := x.used["var"]
	for _, p := range x.packages[1:] {
		isNeeded = isNeeded || x.used[p.name+"__var"]
	}
	if !isNeeded {
		return
	}
	out.WriteString(`{%- macro dbt_value(values, name, default) -%}
  {%- set known = values[name] if name in values else default -%}
  {%- set given = parameters[name] -%}
  {%- if given is not defined -%}{{- return(known) -}}
  {%- elif given is not string or known is none or known is string -%}{{- return(given) -}}
  {%- elif known is boolean -%}{{- return(given | lower == 'true') -}}
  {%- elif known is integer -%}{{- return(given | int) -}}
  {%- elif known is number -%}{{- return(given | float) -}}
  {%- else -%}{{- return(fromjson(given)) -}}
  {%- endif -%}
{%- endmacro -%}
`)
	for _, p := range x.packages {
		name, values := "var", "dbt_vars"
		if !p.isRoot {
			name, values = p.name+"__var", p.name+"__vars"
		}
		if !x.used[name] {
			continue
		}
		fmt.Fprintf(out, "{%%- set %s = %s -%%}\n", values, jinjaValue(p.variables))
		fmt.Fprintf(out, "{%%- macro %s(name, default=none) -%%}\n  {{- return(dbt_value(%s, name, default)) -}}\n{%%- endmacro -%%}\n", name, values)
	}
}

// relationFunctions writes ref() and source() for names that are known only while a node is rendered.
func (x *conversion) relationFunctions(out *strings.Builder) {
	if x.used["dbt_ref"] {
		nodes := map[string]any{}
		for _, p := range x.packages {
			for name, r := range x.byName[p] {
				if _, isTaken := nodes[name]; !isTaken {
					nodes[name] = []any{r.node.Location, r.node.Name}
				}
				nodes[p.name+"."+name] = []any{r.node.Location, r.node.Name}
			}
		}
		fmt.Fprintf(out, "{%%- set dbt_nodes = %s -%%}\n", jinjaValue(nodes))
		out.WriteString("{%- macro dbt_ref(first, second=none) -%}\n  {%- set node = dbt_nodes[first if second is none else first ~ '.' ~ second] -%}\n" +
			"  {{- return(ref(node[0], node[1])) -}}\n{%- endmacro -%}\n")
	}
	if x.used["dbt_source"] {
		nodes := map[string]any{}
		for name, r := range x.sources {
			nodes[name] = []any{r.node.Location, r.node.Name}
		}
		fmt.Fprintf(out, "{%%- set dbt_sources = %s -%%}\n", jinjaValue(nodes))
		out.WriteString("{%- macro dbt_source(name, table) -%}\n  {%- set node = dbt_sources[name ~ '.' ~ table] -%}\n" +
			"  {{- return(ref(node[0], node[1])) -}}\n{%- endmacro -%}\n")
	}
}

// target returns the values of target, for the platform of the new project.
func (x *conversion) target() map[string]any {
	return map[string]any{"name": "default", "type": x.platform, "schema": defaultSchema, "database": "", "profile_name": "default", "threads": int64(1)}
}

// columnName returns a name of a column without quotes as the platform stores it.
func (x *conversion) columnName(name string) string {
	if x.platform == enginekind.Snowflake {
		return strings.ToUpper(name)
	}
	return name
}
