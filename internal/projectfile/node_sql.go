package projectfile

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// sqlNode reads a SQL node. Location and name come from the name of the file, the rest from the text.
func (r *reader) sqlNode(content string) *transform.Node {
	location, name, ok := splitName(r.file)
	if !ok {
		r.err(diagnostic.Position{}, finding{
			code:    diagnostic.FileNameForm,
			message: fmt.Sprintf("the file name %s does not contain the location and the name of its node", path.Base(r.file)),
			hint:    "rename the file to LOCATION-NAME.sql",
		})
	}
	if !utf8.ValidString(content) {
		r.notUTF8()
		content = strings.ToValidUTF8(content, "\ufffd")
	}
	read, problems := r.sql.ReadNode(content)
	n := &transform.Node{
		Name: name, Location: location, Kind: transform.SQLNode, DeployEnabled: true, File: r.file,
		CTE: read.CTE, SQL: &transform.SQLText{Text: content, Read: read},
	}
	positions := positionsOf(content)
	r.problems(problems, positions)
	r.reserved(n, positions)
	fillFromSQL(n, nil, positions)
	return n
}

// fillFromSQL sets the options of the node and, if the text determines them, its columns and its source. spec is that
// of the node's type, nil while it is unknown.
func fillFromSQL(n *transform.Node, spec *transform.Spec, positions positionIndex) {
	n.Config = configOf(n.SQL.Read.Annotations, spec)
	n.Columns, n.Sources = nil, nil
	if IsComplete(n.SQL.Read) {
		columns, source := columnsOf(n.SQL.Read, spec, positions)
		source.Name = n.Name
		n.Columns, n.Sources = columns, []transform.Source{source}
	}
}

// problems converts the problems that sqltext found to diagnostics.
func (r *reader) problems(problems []sqltext.Problem, positions positionIndex) {
	for _, p := range problems {
		code, severity := codeOf(p.Code)
		r.add(severity, positions.at(p.Range.Start), finding{code: code, message: p.Message, hint: p.Hint})
	}
}

func codeOf(code sqltext.Code) (diagnostic.Code, diagnostic.Severity) {
	switch code {
	case sqltext.AnnotationInComment:
		return diagnostic.AnnotationInComment, diagnostic.Warning
	case sqltext.AnnotationMisplaced:
		return diagnostic.AnnotationMisplaced, diagnostic.Error
	case sqltext.AnnotationMalformed:
		return diagnostic.AnnotationParameter, diagnostic.Error
	case sqltext.ColumnUnnamed:
		return diagnostic.ColumnUnnamed, diagnostic.Error
	default:
		return diagnostic.SQLSyntax, diagnostic.Error
	}
}

// reserved reads the annotations with a fixed meaning, such as @id and @nodeType.
func (r *reader) reserved(n *transform.Node, positions positionIndex) {
	n.At = diagnostic.Position{Line: 1, Column: 1}
	if len(n.SQL.Read.Annotations) > 0 {
		n.At = positions.at(n.SQL.Read.Annotations[0].Range.Start)
	}
	for _, a := range n.SQL.Read.Annotations {
		switch a.Name {
		case "id":
			n.ID = transform.NodeID(argumentOf(a))
		case "nodeType":
			n.Type = transform.NodeTypeID(argumentOf(a))
		case "description":
			n.Description = argumentOf(a)
		case "materializationType":
			n.Materialization = argumentOf(a)
		case "deployDisabled":
			n.DeployEnabled = !isSwitchedOn(a)
		case "deployEnabled":
			n.DeployEnabled = isSwitchedOn(a)
		}
	}
	r.needAnnotation(n, "id", string(n.ID))
	r.needAnnotation(n, "nodeType", string(n.Type))
	if n.ID == "" {
		n.ID = transform.NodeID(n.File)
	}
}

func (r *reader) needAnnotation(n *transform.Node, name, value string) {
	if value != "" {
		return
	}
	hint := fmt.Sprintf("add a line @%s(\"…\") at the top of the file", name)
	if name == "id" {
		hint += "; `millrace fmt` adds one"
	}
	r.err(n.At, finding{code: diagnostic.AnnotationRequired, message: fmt.Sprintf("the annotation @%s is missing", name), hint: hint})
}

// argumentOf returns the first argument of an annotation, "" if it has none.
func argumentOf(a sqltext.Annotation) string {
	if len(a.Arguments) == 0 {
		return ""
	}
	return a.Arguments[0].Text
}

// isSwitchedOn reports whether a flag is on. It is on unless its argument is false.
func isSwitchedOn(a sqltext.Annotation) bool {
	return len(a.Arguments) == 0 || !strings.EqualFold(a.Arguments[0].Text, "false")
}
