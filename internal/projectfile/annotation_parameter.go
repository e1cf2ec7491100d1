package projectfile

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// repeatMark at the end of a parameter's name allows any number of further arguments.
const repeatMark = "..."

// parameters compares the arguments of an annotation with its declared parameters. A mismatch is only a warning,
// because node types declare less than their templates accept.
func (c *annotationCheck) parameters(a sqltext.Annotation, declared *transform.AnnotationSpec) {
	if len(declared.Parameters) == 0 && len(a.Arguments) == 1 && isTruthValue(a.Arguments[0]) {
		return // a flag with an explicit true or false
	}
	for i, argument := range a.Arguments {
		p := parameterOf(declared, i)
		if p == nil {
			c.parameter(argument.Range, fmt.Sprintf("@%s takes %s and has %d", a.Name,
				countOf(len(declared.Parameters)), len(a.Arguments)), "remove the surplus parameters")
			return
		}
		c.argument(a, argument, p)
	}
	for i := len(a.Arguments); i < len(declared.Parameters); i++ {
		if p := &declared.Parameters[i]; p.IsRequired && p.Default == nil {
			c.parameter(a.Range, fmt.Sprintf("@%s needs its parameter %s", a.Name, nameOf(p, i)), usageOf(declared))
			return
		}
	}
}

// parameterOf returns the declaration of an argument, nil if there are too many arguments.
func parameterOf(declared *transform.AnnotationSpec, i int) *transform.ParameterSpec {
	last := len(declared.Parameters) - 1
	switch {
	case i <= last:
		return &declared.Parameters[i]
	case last >= 0 && strings.HasSuffix(declared.Parameters[last].Name, repeatMark):
		return &declared.Parameters[last]
	default:
		return nil
	}
}

func (c *annotationCheck) parameter(at sqltext.Range, message, hint string) {
	c.warn(c.at(at.Start), finding{code: diagnostic.AnnotationParameter, message: message, hint: hint})
}

func countOf(n int) string {
	switch n {
	case 0:
		return "no parameters"
	case 1:
		return "one parameter"
	default:
		return fmt.Sprintf("%d parameters", n)
	}
}

func nameOf(p *transform.ParameterSpec, i int) string {
	return cmp.Or(strings.TrimSuffix(p.Name, repeatMark), fmt.Sprintf("number %d", i+1))
}

// usageOf returns the syntax of an annotation.
func usageOf(declared *transform.AnnotationSpec) string {
	names := make([]string, len(declared.Parameters))
	for i := range declared.Parameters {
		p := &declared.Parameters[i]
		names[i] = nameOf(p, i)
		if p.Type == "" || strings.EqualFold(p.Type, "string") {
			names[i] = `"` + names[i] + `"`
		}
		if strings.HasSuffix(p.Name, repeatMark) {
			names[i] += ", …"
		}
	}
	return fmt.Sprintf("write @%s(%s)", declared.Name, strings.Join(names, ", "))
}

// argument checks one argument. The value of a Jinja argument is unknown until the node is rendered.
func (c *annotationCheck) argument(a sqltext.Annotation, argument sqltext.Argument, p *transform.ParameterSpec) {
	if hasJinja(argument.Text) {
		return
	}
	name := strings.TrimSuffix(p.Name, repeatMark)
	if !fits(argument, p.Type) {
		c.parameter(argument.Range, fmt.Sprintf("the parameter %s of @%s must be a %s", name, a.Name, strings.ToLower(p.Type)),
			"write texts in quotes, and numbers, true and false without")
		return
	}
	if len(p.Options) > 0 && !slices.Contains(p.Options, argument.Text) {
		c.parameter(argument.Range, fmt.Sprintf("%q is not one of the values of the parameter %s of @%s", argument.Text, name, a.Name),
			cmp.Or(didYouMean(argument.Text, p.Options), "use one of "+strings.Join(p.Options, ", ")))
	}
}

func hasJinja(text string) bool { return strings.Contains(text, "{{") || strings.Contains(text, "{%") }

// fits reports whether an argument has the declared type, in quotes or not; an unknown type accepts any argument.
func fits(a sqltext.Argument, declared string) bool {
	switch strings.ToLower(declared) {
	case "string", "text":
		return a.Kind == sqltext.StringArgument
	case "number", "integer", "int", "float":
		_, err := strconv.ParseFloat(a.Text, 64)
		return a.Kind == sqltext.NumberArgument || a.Kind == sqltext.StringArgument && err == nil
	case "boolean", "bool":
		return isTruthValue(a)
	default:
		return true
	}
}

// isTruthValue reports whether an argument is true or false, in quotes or not, or Jinja that may render to that.
func isTruthValue(a sqltext.Argument) bool {
	return strings.EqualFold(a.Text, "true") || strings.EqualFold(a.Text, "false") || hasJinja(a.Text)
}
