package dbtimport

import (
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/transform"
)

// translateBody translates the SQL of a model or a snapshot, and finds what it reads. The tests need that of all models.
func (x *conversion) translateBody(r *resource) {
	edits := r.early
	if r.python {
		r.problems = append(r.problems, problem{1, "is a Python model", "Write it in SQL, or run it outside of Millrace and read its table as a source."})
		return
	}
	t := x.translate(fragment{pkg: r.pkg, file: r.file, text: r.text, firstLine: r.line, this: r})
	r.problems = append(r.problems, t.problems...)
	for _, note := range t.notes {
		x.report.add(Entry{File: r.file, Line: note.line, Action: Adapted, Message: note.message, Hint: note.hint})
	}
	x.checkCalls(r, t, r.line)
	r.addRefs(t.refs)
	edits = append(edits, t.edits...)
	edits = append(edits, x.incrementalEdits(r)...)
	r.body = applyEdits(r.text, edits)
}

// convertModel writes the node of a model or a snapshot.
func (x *conversion) convertModel(r *resource) {
	body := r.body
	if r.python {
		body = "/*\n" + strings.ReplaceAll(r.text, "*/", "* /") + "\n*/\nSELECT 1 AS nothing"
	}
	trimmed := strings.TrimLeft(body, " \t\n")
	skipped := strings.Count(body[:len(body)-len(trimmed)], "\n")
	body = strings.TrimRight(trimmed, " \t\n;") + "\n"
	nodeType, header := x.header(r)
	list := readSelectList(body)
	header = append(header, x.testHeader(r, list)...)
	body = x.annotate(r, body, list)
	isDeployed := r.config.isOn("enabled", true) && len(r.problems) == 0
	first := []string{"@id(" + annotationText(string(r.id())) + ")", "@nodeType(" + annotationText(string(nodeType)) + ")"}
	if about := x.nodeDescription(r, list.has); about != "" {
		first = append(first, "@description("+annotationText(plainText(about))+")")
	}
	if !isDeployed {
		first = append(first, "@deployDisabled")
	}
	header = append(first, header...)
	text := strings.Join(header, "\n") + "\n\n" + body
	r.offset = strings.Count(text[:len(text)-len(body)], "\n") - skipped - (r.line - 1)
	n := &transform.Node{
		ID: r.id(), Name: r.node.Name, Location: r.node.Location, Kind: transform.SQLNode, Type: nodeType, DeployEnabled: isDeployed,
		SQL: &transform.SQLText{Text: text},
	}
	x.take(r, n)
}

// header returns the node type and the annotations that follow from the config.
func (x *conversion) header(r *resource) (transform.NodeTypeID, []string) {
	if r.kind == snapshotKind {
		return "Snapshot", append(x.snapshotHeader(r), x.hookHeader(r)...)
	}
	materialized := orElse(r.config.text("materialized"), "view")
	if r.python {
		return "Stage", nil
	}
	switch materialized {
	case "table":
		return "Stage", x.hookHeader(r)
	case "incremental":
		return "Incremental", append(x.incrementalHeader(r), x.hookHeader(r)...)
	case "ephemeral":
		x.report.add(Entry{
			File: r.file, Line: r.config["materialized"].line, Action: Adapted, Node: r.node.String(),
			Message: "the ephemeral model " + r.name + " is a view, which exists in the schema",
		})
	case "view":
	default:
		r.problems = append(r.problems, problem{
			r.config["materialized"].line, fmt.Sprintf("has the materialization %q, which has no counterpart", materialized),
			"Choose a node type, then remove @deployDisabled.",
		})
	}
	for _, key := range []string{"pre_hook", "post_hook"} {
		if set, isSet := r.config[key]; isSet && len(anyList(set.value)) > 0 {
			x.report.add(Entry{
				File: set.file, Line: set.line, Action: Left, Node: r.node.String(), Message: fmt.Sprintf("%s of the view %s: a view has no load", key, r.name),
				Hint: "Make it a table, or run the statement elsewhere.",
			})
		}
	}
	return "View", nil
}

// hookHeader returns the statements before and after the load.
func (x *conversion) hookHeader(r *resource) []string {
	var lines []string
	for _, hook := range []struct{ key, annotation string }{{"pre_hook", "@preSQL"}, {"post_hook", "@postSQL"}} {
		if statement := x.hooks(r, hook.key); statement != "" {
			lines = append(lines, hook.annotation+"("+annotationText(statement)+")")
		}
	}
	return lines
}

// testHeader returns the tests that are queries: those without an annotation, and those of columns that cannot have one.
func (x *conversion) testHeader(r *resource, list selectList) []string {
	var lines []string
	for _, t := range r.tests {
		if t.annotation != "" && list.has(t.column) {
			continue
		}
		more := ""
		if t.continues {
			more = ", true"
		}
		lines = append(lines, "@testSQL("+annotationText(t.name)+", "+annotationText(t.query)+more+")")
	}
	return lines
}

// annotate adds the annotations of columns to the select list.
func (x *conversion) annotate(r *resource, body string, list selectList) string {
	byColumn := map[string][]string{}
	for _, t := range r.tests {
		if column := strings.ToLower(t.column); t.annotation != "" && list.has(column) && !slices.Contains(byColumn[column], t.annotation) {
			byColumn[column] = append(byColumn[column], t.annotation)
		}
	}
	for _, column := range columnsOf(r.properties) {
		name := strings.ToLower(text(column.Get("name")))
		if about := x.description(r.pkg, column.Get("description")); about != "" && list.has(name) {
			byColumn[name] = append(byColumn[name], "@description("+annotationText(plainText(oneLine(about)))+")")
		}
	}
	var edits []edit
	for _, column := range sortedKeys(byColumn) {
		at := list.columns[column]
		edits = append(edits, edit{span{at, at}, " " + strings.Join(byColumn[column], " ")})
	}
	return applyEdits(body, edits)
}
