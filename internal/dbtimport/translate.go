package dbtimport

import (
	"fmt"
	"slices"
	"strings"
)

// problem is something that the new project cannot do, or does in another way.
type problem struct {
	line          int
	message, hint string
}

// fragment is a text of a dbt project with the place where it belongs.
type fragment struct {
	pkg       *dbtPackage
	file      string // in the report
	text      string
	firstLine int
	this      *resource // nil in macros
}

// translation is the result of translating a fragment.
type translation struct {
	edits    []edit
	refs     []*resource
	calls    []*macro
	problems []problem
	notes    []problem
}

// apply returns the translated text.
func (t *translation) apply(text string) string { return applyEdits(text, slices.Clone(t.edits)) }

// translator translates the Jinja of one fragment.
type translator struct {
	*conversion
	fragment
	translation

	bound map[string]bool // names that the fragment sets itself
	at    name            // the current name
}

// translate rewrites the calls whose meaning differs: refs, sources, dispatch, attributes of this. It changes nothing else.
func (x *conversion) translate(f fragment) translation {
	t := &translator{conversion: x, fragment: f, bound: boundNames(f.text)}
	for _, p := range pieces(f.text) {
		for _, n := range names(f.text, p.code) {
			t.at = n
			t.visit(n)
		}
	}
	return t.translation
}

// boundNames returns the parameters and variables that a text sets.
func boundNames(text string) map[string]bool {
	bound := map[string]bool{}
	for _, p := range pieces(text) {
		switch word := p.word(text); {
		case !p.isStatement:
		case word == "set", word == "for", word == "macro", word == "test", word == "data_test", word == "call":
			addBound(bound, text, p, word)
		}
	}
	return bound
}

// addBound adds the names that a statement sets. Those of a macro are in parentheses.
func addBound(bound map[string]bool, text string, p piece, word string) {
	depth, isFirst := 0, true
	for t := range tokensOf(text, p.code) {
		switch written := t.of(text); {
		case isFirst:
			isFirst = false
		case written == "(":
			depth++
		case written == ")":
			depth--
		case word == "for" && written == "in", word == "set" && written == "=":
			return
		case t.isWord && (depth > 0 || word == "set" || word == "for"):
			bound[written] = true
		}
	}
}

func (t *translator) line(offset int) int { return t.firstLine - 1 + lineOf(t.text, offset) }

func (t *translator) replace(s span, with string) { t.edits = append(t.edits, edit{s, with}) }

func (t *translator) problem(message, hint string) {
	t.problems = append(t.problems, problem{t.line(t.at.start), message, hint})
}

// visit translates one name.
func (t *translator) visit(n name) {
	switch {
	case n.follows == "macro" || n.follows == "test" || n.follows == "data_test" || n.follows == "endmacro":
	case isRelation(n):
		t.relation(n, n.parts[len(n.parts)-1])
	case n.parts[0] == "adapter":
		t.adapter(n)
	case len(n.parts) == 2 && n.parts[0] == "this":
		t.attributeOfThis(n)
	case len(n.parts) == 2 && n.parts[0] == "config":
		t.configValue(n)
	case t.isVariable(n), t.bound[n.parts[0]]:
	default:
		t.macroCall(n)
	}
}

// isRelation reports whether a name is a call of ref or source, also of the built-in one that a macro has replaced.
func isRelation(n name) bool {
	last := n.parts[len(n.parts)-1]
	isOwn := len(n.parts) == 1 || len(n.parts) == 2 && n.parts[0] == "builtins"
	return isOwn && n.call != nil && (last == "ref" || last == "source")
}

// isVariable translates calls of var in packages, which have their own variables, and of env_var.
func (t *translator) isVariable(n name) bool {
	if len(n.parts) != 1 || n.call == nil {
		return false
	}
	switch {
	case n.parts[0] == "var" && !t.pkg.isRoot:
		t.replace(n.span, t.pkg.name+"__var")
		t.used[t.pkg.name+"__var"] = true
		return true
	case n.parts[0] == "env_var":
		t.used["env_var"] = true
		t.notes = append(t.notes, problem{
			t.line(n.start), "env_var reads a parameter of the run, and its default otherwise; the environment is not read",
			"Pass the value with --parameter NAME=VALUE, or set it under parameters.",
		})
		return true
	default:
		return false
	}
}

// relation translates ref() and source().
func (t *translator) relation(n name, function string) {
	if n.call == nil {
		return
	}
	literals, areLiteral := n.call.literals()
	if !areLiteral || len(literals) == 0 || len(literals) > 2 {
		t.replace(n.span, "dbt_"+function)
		t.used["dbt_"+function] = true
		return
	}
	whole := span{n.start, n.call.end}
	var found *resource
	if function == "source" {
		if len(literals) == 2 {
			found = t.source(literals[0], literals[1])
		}
	} else {
		found = t.lookup(t.pkg, literals, versionOf(t.text, n.call))
	}
	if found == nil {
		what := strings.Join(literals, ".")
		t.problem(fmt.Sprintf("refers to %s %s, which is not in the dbt project", noun(function), what), "Add it, or correct the name.")
		t.replace(whole, "ref('MISSING', "+quoteJinja(what)+")")
		return
	}
	if !slices.Contains(t.refs, found) {
		t.refs = append(t.refs, found)
	}
	t.replace(whole, "ref("+quoteJinja(found.node.Location)+", "+quoteJinja(found.node.Name)+")")
}

func noun(function string) string {
	if function == "source" {
		return "the source"
	}
	return "the model"
}

// versionOf returns the argument v or version of a ref.
func versionOf(text string, c *call) string {
	for _, a := range c.arguments {
		if a.name == "v" || a.name == "version" {
			return strings.Trim(text[a.start:a.end], `"'`)
		}
	}
	return ""
}

// adapter translates calls of the adapter: dispatch is resolved, quote has a counterpart, the rest asks the warehouse.
func (t *translator) adapter(n name) {
	switch {
	case len(n.parts) == 2 && n.parts[1] == "dispatch" && n.call != nil:
		t.dispatch(n)
	case len(n.parts) == 2 && n.parts[1] == "quote":
		t.replace(n.span, "dialect.quote")
	default:
		t.problem("asks the warehouse while it is compiled: "+strings.Join(n.parts, "."), "Write the result into the SQL by hand.")
	}
}

func (t *translator) dispatch(n name) {
	given := [2]string{}
	position := 0
	for _, a := range n.call.arguments {
		switch {
		case a.name == "macro_name":
			given[0] = a.text
		case a.name == "macro_namespace":
			given[1] = a.text
		case a.name == "" && position < 2:
			given[position] = a.text
			position++
		}
	}
	found := t.dispatched(t.pkg, given[0], given[1])
	if found == nil {
		t.problem(fmt.Sprintf("dispatches %s, for which there is no macro for %s and no default", given[0], t.platform),
			"Install the package with `dbt deps`, or add the macro.")
		return
	}
	t.calls = append(t.calls, found)
	t.replace(span{n.start, n.call.end}, found.written)
}

// attributeOfThis translates the parts of the name of the node.
func (t *translator) attributeOfThis(n name) {
	const location = "(storageLocations | selectattr('name', 'equalto', node.location.name) | map(attribute=%s) | first)"
	switch n.parts[1] {
	case "name", "identifier", "table":
		t.replace(n.span, "node.name")
	case "schema":
		t.replace(n.span, fmt.Sprintf(location, "'schema'"))
	case "database":
		t.replace(n.span, fmt.Sprintf(location, "'database'"))
	default:
		t.problem("uses "+strings.Join(n.parts, "."), "Write the result into the SQL by hand.")
	}
}

// configValue translates config.get() in a model: the config is known.
func (t *translator) configValue(n name) {
	isRead := n.parts[1] == "get" || n.parts[1] == "require"
	if t.this == nil || n.call == nil || !isRead || len(n.call.arguments) == 0 || !n.call.arguments[0].isLiteral {
		t.problem("reads the config of the model that calls it", "Pass the value as an argument.")
		return
	}
	set, isSet := t.this.config[canonicalKey(n.call.arguments[0].text)]
	switch {
	case isSet:
		t.replace(span{n.start, n.call.end}, jinjaValue(set.value))
	case len(n.call.arguments) > 1:
		a := n.call.arguments[1]
		t.replace(span{n.start, n.call.end}, t.text[a.start:a.end])
	default:
		t.replace(span{n.start, n.call.end}, "none")
	}
}

// macroCall records calls of macros, and finds what only dbt has.
func (t *translator) macroCall(n name) {
	first := n.parts[0]
	if len(n.parts) == 2 {
		if p := t.packageNamed(first); p != nil {
			t.qualifiedCall(n, p)
			return
		}
	}
	if t.ownMacro(n) {
		return
	}
	if function := dbtFunction(n); function != "" {
		t.functionCall(n, function)
		return
	}
	t.used[first] = true
	if message, isUnsupported := unsupportedName(n); isUnsupported {
		t.problem(message, "Write the result into the SQL by hand, then remove @deployDisabled.")
	}
}

// ownMacro translates the call of a macro of the package itself or of the project.
func (t *translator) ownMacro(n name) bool {
	first := n.parts[0]
	if m := t.pkg.macros[first]; m != nil {
		t.calls = append(t.calls, m)
		if m.written != first {
			t.replace(span{n.start, n.start + len(first)}, m.written)
		}
		return true
	}
	if m := t.packages[0].macros[first]; m != nil && n.call != nil {
		t.calls = append(t.calls, m)
		return true
	}
	return false
}

// dbtFunction returns the function of dbt that a name calls, with or without its package; "" for any other name.
func dbtFunction(n name) string {
	switch {
	case n.call == nil:
		return ""
	case len(n.parts) == 2 && n.parts[0] == "dbt":
		return n.parts[1]
	case len(n.parts) == 1 && dbtFunctions[n.parts[0]] != "":
		return n.parts[0]
	default:
		return ""
	}
}

// functionCall translates the call of a function of dbt that differs between engines.
func (t *translator) functionCall(n name, function string) {
	if dbtFunctions[function] == "" {
		t.problem("calls dbt."+function+", which has no counterpart", "Write the SQL of your engine.")
		return
	}
	t.usedFunctions[function] = true
	t.replace(n.span, "dbt__"+function)
}

// qualifiedCall translates package.macro().
func (t *translator) qualifiedCall(n name, p *dbtPackage) {
	m := p.macros[n.parts[1]]
	if m == nil {
		t.problem(fmt.Sprintf("calls %s, which is not in the dbt project", strings.Join(n.parts, ".")),
			"Add the macro, or run `dbt deps` and import again.")
		return
	}
	t.calls = append(t.calls, m)
	t.replace(n.span, m.written)
}

// unsupportedName returns what a name of dbt does that the new project cannot do.
func unsupportedName(n name) (message string, isUnsupported bool) {
	switch n.parts[0] {
	case "run_query", "statement", "load_result", "load_relation", "store_result":
		return "sends a query while it is compiled: " + n.parts[0], n.call != nil
	case "graph", "model", "selected_resources", "results", "schemas", "database_schemas":
		return "reads the graph of dbt: " + n.parts[0], len(n.parts) > 1 || n.parts[0] == "graph"
	case "api", "modules", "flags", "context", "builtins":
		return "uses an object of dbt: " + strings.Join(n.parts, "."), len(n.parts) > 1
	case "run_started_at", "invocation_id":
		return "uses a value of the run of dbt: " + n.parts[0], true
	case "dbt_utils", "dbt_expectations", "dbt_date", "codegen", "audit_helper", "fivetran_utils", "dbt_project_evaluator", "elementary":
		return "calls " + strings.Join(n.parts, ".") + " of a package that is not installed", n.call != nil
	default:
		return "", false
	}
}
