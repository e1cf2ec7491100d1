package projectfile

import (
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// The annotations that have a meaning with every node type.
var (
	reservedOfNode = []transform.AnnotationSpec{
		{Name: "id", Parameters: oneText, Description: "The id of the node, which stays when the node is renamed. `millrace fmt` adds one where it is missing."},
		{Name: "nodeType", Parameters: oneText, Description: "The node type: its name in the library, or the id or name of a type of the project or a package."},
		{Name: "description", Parameters: oneText, Description: "What the node or the column contains. The catalog shows it."},
		{Name: "materializationType", Parameters: oneText, Description: "`table` or `view`. A view has no load."},
		{Name: "deployDisabled", Parameters: oneSwitch, Description: "Deployments leave the node out: its object is neither created nor changed."},
		{Name: "deployEnabled", Parameters: oneSwitch, Description: "`@deployEnabled(false)` is another way to write `@deployDisabled`."},
	}
	reservedOfColumn = []transform.AnnotationSpec{
		{Name: "id", Parameters: oneText, Description: "The id of the column. To rename a column and keep its rows, write its old name as its id."},
		{Name: "description", Parameters: oneText, Description: "What the node or the column contains. The catalog shows it."},
		{Name: "notNull", Parameters: oneSwitch, Description: "The column of the table is `NOT NULL`: a load with a missing value fails."},
		{Name: "defaultValue", Parameters: oneText, Description: "The default of the column in the table, as SQL."},
	}
	oneText   = []transform.ParameterSpec{{Name: "text", Type: "string", IsRequired: true}}
	oneSwitch = []transform.ParameterSpec{{Name: "on", Type: "boolean"}}
)

// ReservedAnnotations returns the annotations that nodes and columns of every type accept.
func ReservedAnnotations() (node, column []transform.AnnotationSpec) {
	return reservedOfNode, reservedOfColumn
}

// configOf returns the options that the annotations of a node set.
func configOf(annotations []sqltext.Annotation, spec *transform.Spec) map[string]any {
	if spec == nil {
		spec = &transform.Spec{}
	}
	return valuesOf(annotations, reservedOfNode, spec.NodeAnnotations)
}

// attributesOf returns the attributes that the annotations of a column set.
func attributesOf(annotations []sqltext.Annotation, spec *transform.Spec) map[string]any {
	if spec == nil {
		spec = &transform.Spec{}
	}
	return valuesOf(annotations, reservedOfColumn, spec.ColumnAnnotations)
}

// valuesOf returns the value of each annotation. If an annotation occurs several times, the last one counts, unless it
// is declared as repeatable: then the value is a list.
func valuesOf(annotations []sqltext.Annotation, reserved, declared []transform.AnnotationSpec) map[string]any {
	var values map[string]any
	for _, a := range annotations {
		if specOf(a.Name, reserved) != nil {
			continue
		}
		if values == nil {
			values = make(map[string]any, len(annotations))
		}
		spec := specOf(a.Name, declared)
		if spec == nil || !spec.AllowsMultiple {
			values[a.Name] = valueOf(a, spec)
			continue
		}
		list, _ := values[a.Name].([]any)
		values[a.Name] = append(list, valueOf(a, spec))
	}
	return values
}

// specOf returns the declaration of an annotation, nil if there is none.
func specOf(name string, declared []transform.AnnotationSpec) *transform.AnnotationSpec {
	for i := range declared {
		if declared[i].Name == name {
			return &declared[i]
		}
	}
	return nil
}

// valueOf returns the value of one annotation: true, or its parameters. Parameters that are omitted at the end have
// their defaults.
func valueOf(a sqltext.Annotation, spec *transform.AnnotationSpec) any {
	if !a.HasParentheses {
		return true
	}
	parameters := make([]any, 0, len(a.Arguments))
	for _, argument := range a.Arguments {
		parameters = append(parameters, argumentValue(argument))
	}
	if spec != nil {
		for i := len(parameters); i < len(spec.Parameters) && spec.Parameters[i].Default != nil; i++ {
			parameters = append(parameters, spec.Parameters[i].Default)
		}
	}
	return map[string]any{"parameters": parameters}
}

// argumentValue returns an argument as a value of the template language.
func argumentValue(a sqltext.Argument) any {
	switch a.Kind {
	case sqltext.BoolArgument:
		return strings.EqualFold(a.Text, "true")
	case sqltext.NumberArgument:
		if number, err := strconv.ParseInt(a.Text, 10, 64); err == nil {
			return number
		}
		if number, err := strconv.ParseFloat(a.Text, 64); err == nil {
			return number
		}
		return a.Text
	default:
		return a.Text
	}
}
