package render

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/transform"
)

// importHint tells users of dbt how to convert a whole project.
const importHint = "`millrace import dbt DIR` converts a dbt project"

// dbtHint returns the form of Millrace for a function of dbt that a node calls; "" if the error has another cause.
func (r *Renderer) dbtHint(problem *jinja.Error, in pass) string {
	piece := ""
	if problem.Template == in.name() {
		piece = jinjaAround(in.text, offsetOf(in.text, problem.Line, problem.Column)).text
	}
	switch {
	case problem.Message == "'source' is undefined":
		return r.sourceHint(piece)
	case problem.Kind == jinja.TypeError && strings.HasSuffix(problem.Message, "object is not callable") && strings.Contains(piece, "config("):
		return "options of a node are annotations before the SELECT, such as @nodeType(\"Stage\"), and not config(); " + importHint
	case problem.Message == "'is_incremental' is undefined":
		return "use the node type Incremental with @watermark(\"column\"); " + importHint
	case problem.Message == "'var' is undefined":
		return "read a parameter of the run with parameters.name; " + importHint
	default:
		return ""
	}
}

// sourceHint returns the ref that source('group', 'table') means.
func (r *Renderer) sourceHint(piece string) string {
	form := "ref('LOCATION', 'NODE')"
	if parts := strings.FieldsFunc(piece, func(c rune) bool { return c == '\'' || c == '"' }); len(parts) >= 4 {
		if near, found := r.nodes.suggest(transform.NodeRef{Location: parts[1], Name: parts[3]}); found {
			form = fmt.Sprintf("ref('%s', '%s')", near.Location, near.Name)
		}
	}
	return "a source is a node: write " + form + "; " + importHint
}

// shortRefHint returns the ref with a location that ref('model') means.
func (r *Renderer) shortRefHint(name string, args jinja.Arguments) string {
	form := name + "('LOCATION', 'NODE')"
	if len(args.Positional) == 1 {
		if node, isText := args.Positional[0].AsString(); isText {
			form = fmt.Sprintf("%s('LOCATION', '%s')", name, node)
			if near, found := r.nodes.suggest(transform.NodeRef{Name: node}); found {
				form = fmt.Sprintf("%s('%s', '%s')", name, near.Location, near.Name)
			}
		}
	}
	return "name the location and the node: " + form
}
