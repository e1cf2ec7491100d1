package dbtimport

import (
	"maps"
	"strings"

	"github.com/millrace/millrace/internal/jinja"
)

// evaluator evaluates the Jinja that says what a node is: config calls and values of YAML files. It knows variables and
// the target, and nothing that needs a connection.
type evaluator struct {
	environment *jinja.Environment
	target      map[string]any
	variables   map[string]any
}

// evaluationLimits stop a hostile value quickly: a config is a few lines.
func evaluationLimits() jinja.Limits { return jinja.Limits{Steps: 200_000, Depth: 50, Output: 1 << 20} }

func newEvaluator(target, variables map[string]any) *evaluator {
	return &evaluator{environment: newEnvironment(), target: target, variables: variables}
}

// newEnvironment returns an environment that compiles what the templates of a project may contain.
func newEnvironment() *jinja.Environment {
	return jinja.NewEnvironment(jinja.Options{
		Globals: map[string]jinja.Value{"return": jinja.Return(), "fromjson": jinja.FromJSON(), "tojson": jinja.ToJSON()},
		Filters: map[string]jinja.Filter{"fromjson": jinja.FilterFromJSON},
	})
}

// functions returns what an evaluated text may call.
func (e *evaluator) functions() map[string]jinja.Value {
	variable := func(args jinja.Arguments) (jinja.Value, error) {
		bound, err := args.Bind("name", "default?")
		if err != nil {
			return jinja.Value{}, err
		}
		key, _ := bound[0].AsString()
		if value, ok := e.variables[key]; ok {
			return jinja.FromGo(value), nil
		}
		return bound[1], nil
	}
	setting := func(args jinja.Arguments) (jinja.Value, error) {
		bound, err := args.Bind("name", "default?")
		if err != nil {
			return jinja.Value{}, err
		}
		return bound[1], nil // the environment is never read: it may contain credentials
	}
	return map[string]jinja.Value{
		"var": jinja.Function("var", variable), "env_var": jinja.Function("env_var", setting),
		"target": jinja.FromGo(e.target), "execute": jinja.Bool(false),
	}
}

// value evaluates a value of a YAML file: texts with Jinja become their results, also inside of lists and mappings.
func (e *evaluator) value(in any) (any, error) {
	switch in := in.(type) {
	case string:
		return e.text(in)
	case []any:
		list := make([]any, len(in))
		for i := range in {
			one, err := e.value(in[i])
			if err != nil {
				return nil, err
			}
			list[i] = one
		}
		return list, nil
	case map[string]any:
		values := make(map[string]any, len(in))
		for key := range in {
			one, err := e.value(in[key])
			if err != nil {
				return nil, err
			}
			values[key] = one
		}
		return values, nil
	default:
		return in, nil
	}
}

// text evaluates a text. If it is a single expression, the result has the type of the expression.
func (e *evaluator) text(in string) (any, error) {
	if !jinja.HasSyntax(in) {
		return in, nil
	}
	trimmed := strings.TrimSpace(in)
	if all := pieces(trimmed); len(all) == 1 && !all[0].isStatement && all[0].start == 0 && all[0].end == len(trimmed) {
		return e.expression(all[0].code.of(trimmed))
	}
	template, err := e.environment.Compile("value", in)
	if err != nil {
		return nil, err
	}
	return template.Render(jinja.Input{Variables: e.functions(), Limits: evaluationLimits()})
}

// expression evaluates one expression.
func (e *evaluator) expression(code string) (any, error) {
	var result any
	err := e.call("capture", "capture("+code+")", func(args jinja.Arguments) {
		if len(args.Positional) == 1 {
			result = toGo(args.Positional[0])
		}
	})
	return result, err
}

// config evaluates a call of config() and returns its arguments.
func (e *evaluator) config(code string) (map[string]any, error) {
	values := map[string]any{}
	err := e.call("config", code, func(args jinja.Arguments) {
		for _, p := range args.Positional { // config({…})
			if given, ok := toGo(p).(map[string]any); ok {
				maps.Copy(values, given)
			}
		}
		for _, named := range args.Named {
			values[named.Name] = toGo(named.Value)
		}
	})
	return values, err
}

// call renders an expression that calls a function, and visits the arguments of the call.
func (e *evaluator) call(function, code string, visit func(jinja.Arguments)) error {
	template, err := e.environment.Compile("value", "{{ "+code+" }}")
	if err != nil {
		return err
	}
	variables := e.functions()
	variables[function] = jinja.Function(function, func(args jinja.Arguments) (jinja.Value, error) {
		visit(args)
		return jinja.String(""), nil
	})
	_, err = template.Render(jinja.Input{Variables: variables, Limits: evaluationLimits()})
	return err
}

// toGo returns a value of Jinja as a plain Go value.
func toGo(v jinja.Value) any {
	switch v.Kind() {
	case jinja.KindBool:
		value, _ := v.AsBool()
		return value
	case jinja.KindInt:
		value, _ := v.AsInt()
		return value
	case jinja.KindFloat:
		value, _ := v.AsFloat()
		return value
	case jinja.KindString:
		value, _ := v.AsString()
		return value
	case jinja.KindDict:
		return dictToGo(v)
	case jinja.KindList, jinja.KindTuple, jinja.KindIterator:
		found, _ := v.Items()
		list := make([]any, len(found))
		for i := range found {
			list[i] = toGo(found[i])
		}
		return list
	default:
		return nil
	}
}

func dictToGo(v jinja.Value) map[string]any {
	d, _ := v.AsDict()
	values := make(map[string]any, d.Len())
	for _, key := range d.Keys() {
		one, _ := d.Get(key)
		values[key] = toGo(one)
	}
	return values
}

// jinjaValue returns a Go value as an expression of Jinja.
func jinjaValue(v any) string {
	switch v := v.(type) {
	case nil:
		return "none"
	case bool:
		if v {
			return "true"
		}
		return "false"
	case string:
		return quoteJinja(v)
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = jinjaValue(v[i])
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		parts := make([]string, 0, len(v))
		for _, key := range sortedKeys(v) {
			parts = append(parts, quoteJinja(key)+": "+jinjaValue(v[key]))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	default:
		return jinja.FromGo(v).Repr()
	}
}
