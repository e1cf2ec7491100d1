package sqltext_test

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
)

// duckdbWalk collects names from the syntax tree of DuckDB's parser.
type duckdbWalk struct{ columns, relations, using map[string]bool }

func newDuckdbWalk() duckdbWalk {
	return duckdbWalk{map[string]bool{}, map[string]bool{}, map[string]bool{}}
}

func (w duckdbWalk) findings() findings {
	return findings{sorted(w.columns), sorted(w.relations), sorted(w.using), nil}
}

// walk visits a part of the tree; bound are the parameters of the enclosing lambdas.
func (w duckdbWalk) walk(part any, bound []string) {
	switch part := part.(type) {
	case []any:
		for _, element := range part {
			w.walk(element, bound)
		}
	case map[string]any:
		w.node(part, bound)
	}
}

func (w duckdbWalk) node(node map[string]any, bound []string) {
	switch node["type"] {
	case "COLUMN_REF":
		names := words(node["column_names"])
		if !slices.Contains(bound, names[0]) && !callsNothing(names) {
			w.columns[strings.Join(names, ".")] = true
		}
		return
	case "LAMBDA":
		w.lambda(node, bound)
		return
	case "BASE_TABLE":
		name := slices.DeleteFunc([]string{text(node["catalog_name"]), text(node["schema_name"]), text(node["table_name"])},
			func(part string) bool { return part == "" })
		w.relations[strings.Join(name, ".")] = true
	case "TABLE_FUNCTION":
		w.relations[text(node["function"].(map[string]any)["function_name"])+"()"] = true
	case "EMPTY", "JOIN":
		for _, name := range words(node["using_columns"]) {
			w.using[name] = true
		}
	}
	for key, child := range node {
		// A recursive query repeats its parts in a form for the planner.
		if key != "aggregate_key" {
			w.walk(child, bound)
		}
	}
}

// lambda visits x -> y, which is an arrow into JSON if a literal or another column is on its right.
func (w duckdbWalk) lambda(node map[string]any, bound []string) {
	body := node["expr"].(map[string]any)
	if body["type"] == "VALUE_CONSTANT" || body["type"] == "COLUMN_REF" {
		w.walk(node["lhs"], bound)
		w.walk(body, bound)
		return
	}
	parameters := newDuckdbWalk()
	parameters.walk(node["lhs"], nil)
	w.walk(body, append(slices.Clone(bound), sorted(parameters.columns)...))
}

// duckdbItems describes the select list of the first select.
func duckdbItems(node map[string]any) []string {
	for node["type"] != "SELECT_NODE" {
		switch node["type"] {
		case "RECURSIVE_CTE_NODE", "SET_OPERATION_NODE":
			if children, ok := node["children"].([]any); ok && len(children) > 0 {
				node = children[0].(map[string]any)
				continue
			}
			node = node["left"].(map[string]any)
		case "CTE_NODE":
			node = node["child"].(map[string]any)
		default:
			return []string{"unknown node " + text(node["type"])}
		}
	}
	if from, ok := node["from_table"].(map[string]any); ok && (from["type"] == "EXPRESSION_LIST" || from["type"] == "COLUMN_DATA") {
		return nil // VALUES
	}
	var found []string
	for _, item := range node["select_list"].([]any) {
		found = append(found, duckdbItem(item.(map[string]any)))
	}
	return found
}

func duckdbItem(item map[string]any) string {
	kind := "value"
	switch item["class"] {
	case "STAR":
		kind = "star"
	case "COLUMN_REF":
		if !callsNothing(words(item["column_names"])) {
			kind = "column"
		}
	case "CAST":
		if child := item["child"].(map[string]any); child["class"] != "CONSTANT" {
			kind = "cast"
		}
	case "WINDOW":
		kind = "window"
	}
	if hasPattern(item) {
		return "pattern"
	}
	return strings.TrimSpace(kind + " " + text(item["alias"]))
}

// callsNothing reports whether the name is a function without parentheses, which DuckDB's parser reads as a column.
func callsNothing(names []string) bool {
	return len(names) == 1 && strings.HasPrefix(names[0], "current_")
}

// hasPattern reports whether an expression contains COLUMNS(…), or a star with a pattern.
func hasPattern(part any) bool {
	switch part := part.(type) {
	case []any:
		return slices.ContainsFunc(part, hasPattern)
	case map[string]any:
		if part["class"] == "STAR" && part["columns"] == true || isStarLike(part) {
			return true
		}
		for _, child := range part {
			if hasPattern(child) {
				return true
			}
		}
	}
	return false
}

func isStarLike(node map[string]any) bool {
	children, _ := node["children"].([]any)
	if node["is_operator"] != true || len(children) == 0 {
		return false
	}
	return children[0].(map[string]any)["class"] == "STAR"
}

func text(value any) string {
	found, _ := value.(string)
	return found
}

func words(value any) []string {
	var found []string
	elements, _ := value.([]any)
	for _, element := range elements {
		found = append(found, text(element))
	}
	return found
}

// ourWalk collects names from a Query.
type ourWalk struct{ columns, relations, using map[string]bool }

func newOurWalk() ourWalk {
	return ourWalk{map[string]bool{}, map[string]bool{}, map[string]bool{}}
}

func (w ourWalk) query(q *sqltext.Query) {
	if q.Opaque != "" {
		w.columns["opaque: "+q.Opaque] = true
	}
	for _, cte := range q.CTEs {
		w.query(cte.Query)
	}
	for _, branch := range q.Branches {
		if branch.Query != nil {
			w.query(branch.Query)
		} else {
			w.selected(branch.Select)
		}
	}
	w.expressions(q.OrderBy, q.Limit)
}

func (w ourWalk) selected(s *sqltext.Select) {
	for _, item := range s.Items {
		w.expressions([]sqltext.Expression{item.Expr})
		if item.Star != nil {
			for _, replaced := range item.Star.Replace {
				w.expressions([]sqltext.Expression{replaced.Expr})
			}
		}
	}
	w.from(s.From)
	w.expressions(s.DistinctOn, s.Where, s.GroupBy, s.Having, s.Qualify, s.Windows, s.Hierarchy)
}

func (w ourWalk) from(relations []sqltext.Relation) {
	for _, relation := range relations {
		switch relation.Kind {
		case sqltext.TableRelation:
			w.relations[joined(relation.Name)] = true
		case sqltext.FunctionRelation:
			w.relations[joined(relation.Name)+"()"] = true
		case sqltext.QueryRelation:
			w.query(relation.Query)
		case sqltext.OpaqueRelation, sqltext.JoinRelation:
		}
		w.expressions([]sqltext.Expression{relation.Arguments}, relation.Join.On)
		for _, name := range relation.Join.Using {
			w.using[name.Text] = true
		}
		w.from(relation.Relations)
	}
}

func (w ourWalk) expressions(lists ...[]sqltext.Expression) {
	for _, list := range lists {
		for _, e := range list {
			for _, column := range e.Columns {
				w.columns[joined(column.Parts)] = true
			}
			for _, sub := range e.Subqueries {
				w.query(sub)
			}
		}
	}
}

func joined(parts []sqltext.Identifier) string {
	var names []string
	for _, part := range parts {
		names = append(names, part.Text)
	}
	return strings.Join(names, ".")
}
