package workspace

import (
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/transform"
)

// textCall is the annotation that says a text; none for an empty one.
func textCall(name, text string) []string {
	if text == "" {
		return nil
	}
	return []string{"@" + name + "(" + quoted(text) + ")"}
}

// flagCall is the annotation that switches something on.
func flagCall(name string, isOn bool) []string {
	if !isOn {
		return nil
	}
	return []string{"@" + name}
}

// quoted is a text as an argument of an annotation. Jinja reads its own strings, so a quote in it cannot be escaped: what
// holds one goes between single quotes.
func quoted(text string) string {
	quote := `"`
	if strings.Contains(text, `"`) && !strings.ContainsAny(text, `'\`) {
		quote = `'`
	}
	return quote + strings.NewReplacer(`\`, `\\`, quote, `\`+quote, "\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(text) + quote
}

// annotationCalls makes annotations of options and attributes.
type annotationCalls struct {
	where    string // of the options in the body
	declared []transform.AnnotationSpec
	reserved map[string]string // the names that are no options, with the field that says the same
}

// of are the annotations that say a value: none, true, its parameters, or several of those.
func (c annotationCalls) of(name string, value any) ([]string, error) {
	if field, ok := c.reserved[name]; ok {
		return nil, fault.New(fault.Invalid, "%s.%s is no option of a node that is written in SQL", c.where, name).
			WithHint("Set the field %s.", field)
	}
	if !isAnnotationName(name) {
		return nil, fault.New(fault.Invalid, "%s.%.100q cannot be written into the text of the node", c.where, name).
			WithHint("Options of a node that is written in SQL are annotations: letters, digits and underscores.")
	}
	list, isList := value.([]any)
	switch {
	case value == nil:
		return nil, nil
	case !isList:
		list = []any{value}
	case !c.allowsMultiple(name):
		return nil, fault.New(fault.Invalid, "%s.%s cannot be a list", c.where, name).
			WithHint("The node's type does not declare that @%s may stand several times. Send true, or an object with parameters.", name)
	}
	calls := make([]string, 0, len(list))
	for _, item := range list {
		call, ok := annotationCall(name, item)
		if !ok {
			return nil, fault.New(fault.Invalid, "%s.%s cannot be written into the text of the node as it is", c.where, name).
				WithHint("It becomes an annotation: send true for @%s, or {\"parameters\": [\"a\", 1, true]} for one with parameters.", name)
		}
		calls = append(calls, call)
	}
	return calls, nil
}

func (c annotationCalls) allowsMultiple(name string) bool {
	for i := range c.declared {
		if c.declared[i].Name == name {
			return c.declared[i].AllowsMultiple
		}
	}
	return false
}

// isAnnotationName reports whether @ can stand before it.
func isAnnotationName(name string) bool {
	isOdd := func(c rune) bool {
		return c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z')
	}
	return name != "" && (name[0] < '0' || name[0] > '9') && !strings.ContainsFunc(name, isOdd)
}

// annotationCall is one annotation: of true, or of an object with parameters.
func annotationCall(name string, value any) (string, bool) {
	if value == true {
		return "@" + name, true
	}
	object, _ := value.(map[string]any)
	parameters, ok := object["parameters"].([]any)
	if !ok || len(object) != 1 {
		return "", false
	}
	arguments := make([]string, 0, len(parameters))
	for _, parameter := range parameters {
		argument, ok := argumentText(parameter)
		if !ok {
			return "", false
		}
		arguments = append(arguments, argument)
	}
	return "@" + name + "(" + strings.Join(arguments, ", ") + ")", true
}

func argumentText(value any) (string, bool) {
	switch value := value.(type) {
	case string:
		return quoted(value), true
	case bool:
		return strconv.FormatBool(value), true
	case int64:
		return strconv.FormatInt(value, 10), true
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64), true
	default:
		return "", false
	}
}
