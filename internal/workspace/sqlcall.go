package workspace

import (
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/transform"
)

// textCall returns the annotation with a text; none for an empty text.
func textCall(name, text string) []string {
	if text == "" {
		return nil
	}
	return []string{"@" + name + "(" + quoted(text) + ")"}
}

// flagCall returns the annotation that enables something; none if it is off.
func flagCall(name string, isOn bool) []string {
	if !isOn {
		return nil
	}
	return []string{"@" + name}
}

// quoted returns a text as an argument of an annotation. Jinja parses its own strings, so a quote cannot be escaped: a
// text that contains a double quote is put in single quotes.
func quoted(text string) string {
	quote := `"`
	if strings.Contains(text, `"`) && !strings.ContainsAny(text, `'\`) {
		quote = `'`
	}
	return quote + strings.NewReplacer(`\`, `\\`, quote, `\`+quote, "\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(text) + quote
}

// annotationCalls converts options and attributes to annotations.
type annotationCalls struct {
	where    string // key of the options in the body
	declared []transform.AnnotationSpec
	reserved map[string]string // names that are not options, with the field that sets the same
}

// of returns the annotations for a value: none, true, its parameters, or several of those.
func (c annotationCalls) of(name string, value any) ([]string, error) {
	if field, ok := c.reserved[name]; ok {
		return nil, fault.New(fault.Invalid, "%s.%s is not an option of a node that is written in SQL", c.where, name).
			WithHint("Set the field %s.", field)
	}
	if !isAnnotationName(name) {
		return nil, fault.New(fault.Invalid, "%s.%.100q cannot be written into the text of the node", c.where, name).
			WithHint("Use only letters, digits and underscores: options of a node that is written in SQL are annotations.")
	}
	list, isList := value.([]any)
	switch {
	case value == nil:
		return nil, nil
	case !isList:
		list = []any{value}
	case !c.allowsMultiple(name):
		return nil, fault.New(fault.Invalid, "%s.%s cannot be a list", c.where, name).
			WithHint("The node's type does not allow several @%s. Send true, or an object with parameters.", name)
	}
	calls := make([]string, 0, len(list))
	for _, item := range list {
		call, ok := annotationCall(name, item)
		if !ok {
			return nil, fault.New(fault.Invalid, "%s.%s cannot be written into the text of the node", c.where, name).
				WithHint("Send true for the annotation @%s, or {\"parameters\": [\"a\", 1, true]} for one with parameters.", name)
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

// isAnnotationName reports whether a name can follow @.
func isAnnotationName(name string) bool {
	isOdd := func(c rune) bool {
		return c != '_' && (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z')
	}
	return name != "" && (name[0] < '0' || name[0] > '9') && !strings.ContainsFunc(name, isOdd)
}

// annotationCall returns one annotation for true or for an object with parameters.
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
