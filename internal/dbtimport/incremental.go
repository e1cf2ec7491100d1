package dbtimport

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/sqltext"
)

// incrementalHeader returns the annotations of an incremental model.
func (x *conversion) incrementalHeader(r *resource) []string {
	hasKey := len(r.config.list("unique_key")) > 0
	strategy := ""
	switch given := r.config.text("incremental_strategy"); given {
	case "", "default":
		strategy = "append"
		if hasKey {
			strategy = "delete_insert"
			if x.platform == enginekind.Snowflake || x.platform == enginekind.BigQuery || x.platform == enginekind.Databricks {
				strategy = "merge"
			}
		}
	case "append":
		strategy = "append"
	case "merge", "delete+insert":
		strategy = map[string]string{"merge": "merge", "delete+insert": "delete_insert"}[given]
		if !hasKey {
			strategy = "append" // as dbt does
		}
	case "microbatch":
		return x.microbatchHeader(r)
	default:
		r.problems = append(r.problems, problem{
			r.config["incremental_strategy"].line, fmt.Sprintf("has the strategy %q, which has no counterpart", given), "Use append, merge or delete_insert.",
		})
		return nil
	}
	lines := []string{"@strategy(" + annotationText(strategy) + ")"}
	if strategy != "append" {
		lines = append(lines, x.keyHeader(r)...)
	}
	if r.watermark != "" {
		lines = append(lines, "@watermark("+annotationText(r.watermark)+")")
	}
	return lines
}

// microbatchHeader returns the annotations of a model that dbt loads in batches.
func (x *conversion) microbatchHeader(r *resource) []string {
	column := r.config.text("event_time")
	if column == "" {
		r.problems = append(r.problems, problem{r.line, "has no event_time", "Add @interval with the column."})
		return nil
	}
	x.report.add(Entry{
		File: r.file, Line: r.config["incremental_strategy"].line, Action: Adapted, Node: r.node.String(),
		Message: "the batches of " + r.name + " are intervals of a run",
		Hint:    "Run it with --parameter intervalStart=… --parameter intervalEnd=… for each batch.",
	})
	return []string{`@strategy("delete_insert")`, "@interval(" + annotationText(column) + ")"}
}

// incrementalEdits translates is_incremental(). In dbt it is false while there is no table. Here the table exists before
// the first load, so a filter for new rows gets the condition that the table has rows.
func (x *conversion) incrementalEdits(r *resource) []edit {
	var edits []edit
	if r.kind != modelKind || r.config.text("materialized") != "incremental" {
		for _, n := range incrementalCalls(r.text, nil) {
			edits = append(edits, edit{span{n.start, n.call.end}, "false"})
		}
		return edits
	}
	handled := map[int]bool{}
	for _, c := range incrementalBlocks(r.text) {
		made, ok := filterEdits(r, c)
		if !ok {
			r.problems = append(r.problems, problem{
				r.line - 1 + lineOf(r.text, c.head.start), "has a block of is_incremental() that is not a filter for new rows",
				"Write it as a condition that begins with WHERE or AND, or use @watermark.",
			})
		}
		edits = append(edits, made...)
		handled[c.head.start] = true
	}
	for _, n := range incrementalCalls(r.text, handled) {
		r.problems = append(r.problems, problem{
			r.line - 1 + lineOf(r.text, n.start), "uses is_incremental() in another way than {% if is_incremental() %}",
			"Write it as a condition, or use @watermark.",
		})
	}
	return edits
}

// incrementalCalls returns the calls of is_incremental() outside of the handled blocks.
func incrementalCalls(text string, handled map[int]bool) []name {
	var found []name
	for _, p := range pieces(text) {
		for _, n := range names(text, p.code) {
			if len(n.parts) == 1 && n.parts[0] == "is_incremental" && n.call != nil && !handled[p.start] {
				found = append(found, n)
			}
		}
	}
	return found
}

// conditional is {% if is_incremental() %} … {% endif %}.
type conditional struct {
	head, tail piece
	hasElse    bool
}

// incrementalBlocks finds the outermost blocks whose only condition is is_incremental().
func incrementalBlocks(text string) []conditional {
	var found []conditional
	var open *conditional
	depth := 0
	for _, p := range pieces(text) {
		if !p.isStatement {
			continue
		}
		switch word := p.word(text); {
		case open == nil && word == "if" && strings.Join(strings.Fields(p.code.of(text)), "") == "ifis_incremental()":
			open, depth = &conditional{head: p}, 1
		case open == nil:
		case word == "if":
			depth++
		case word == "endif":
			if depth--; depth == 0 {
				open.tail = p
				found = append(found, *open)
				open = nil
			}
		case depth == 1 && (word == "else" || word == "elif"):
			open.hasElse = true
		}
	}
	return found
}

// newerThanTable matches a filter by the latest value in the table: where x > (select max(x) from {{ this }}).
var newerThanTable = regexp.MustCompile(`(?is)^(?:([a-z_]\w*)\.)?([a-z_]\w*)\s*>=?\s*` +
	`\(\s*select\s+max\(\s*([a-z_]\w*)\s*\)\s*(?:as\s+\w+\s+)?from\s+\{\{-?\s*this\s*-?\}\}\s*\)$`)

// filterEdits translates one block. It returns false if the block is not a filter.
func filterEdits(r *resource, c conditional) ([]edit, bool) {
	if c.hasElse {
		return nil, false
	}
	inner := span{c.head.end, c.tail.start}
	filter := inner.of(r.text)
	word, from, ok := filterStart(filter)
	if !ok {
		return nil, false
	}
	condition := strings.TrimSpace(filter[from:])
	match := newerThanTable.FindStringSubmatch(condition)
	isLast := strings.Trim(r.text[c.tail.end:], " \t\n;") == ""
	if match != nil && strings.EqualFold(match[2], match[3]) && isLast && word == "where" && canFilterResult(r.text[:c.head.start], match[1], match[2]) {
		r.watermark = match[2]
		return []edit{{span{c.head.start, c.tail.end}, strings.Repeat("\n", strings.Count(r.text[c.head.start:c.tail.end], "\n"))}}, true
	}
	at := inner.start + from
	spaces := len(filter[from:]) - len(strings.TrimLeft(filter[from:], " \t\n"))
	return []edit{
		{c.head.span, ""},
		{span{at, at + spaces}, " (NOT EXISTS (SELECT 1 FROM {{ this }}) OR ("},
		{c.tail.span, "))"},
	}, true
}

// filterStart returns the word that a filter begins with, after comments, and the offset after it. It returns false if
// anything but a condition follows.
func filterStart(filter string) (word string, from int, ok bool) {
	depth := 0
	for _, t := range sqltext.Tokens(filter) {
		written := strings.ToLower(t.Of(filter))
		switch {
		case t.Kind == sqltext.Space || t.Kind == sqltext.BlockComment || t.Kind == sqltext.JinjaComment:
		case t.Kind == sqltext.LineComment && word != "":
			return "", 0, false // a parenthesis after it would be a comment
		case t.Kind == sqltext.LineComment:
		case word == "":
			if written != "where" && written != "and" {
				return "", 0, false
			}
			word, from = written, t.End
		case written == "(":
			depth++
		case written == ")":
			depth--
		case depth <= 0 && isClause(written):
			return "", 0, false
		}
	}
	return word, from, word != ""
}

// isClause reports whether a word begins another clause than a condition.
func isClause(word string) bool {
	switch word {
	case "group", "order", "having", "qualify", "limit", "union", "select", "from", "join", "where", "window":
		return true
	default:
		return false
	}
}

// canFilterResult reports whether a filter at the end of a query selects the same rows of its result: the result has the
// column as it is in the table, and the query groups and numbers nothing after the filter.
func canFilterResult(before, qualifier, column string) bool {
	lower := strings.ToLower(before)
	last := strings.LastIndex(lower, "select")
	if last < 0 {
		return false
	}
	if !selectsPlain(lower[last:], strings.ToLower(qualifier), strings.ToLower(column)) {
		return false
	}
	for _, word := range []string{"distinct", "over (", "over(", "sum(", "count(", "max(", "min(", "avg(", "row_number"} {
		if strings.Contains(lower[last:], word) {
			return false
		}
	}
	return true
}

// selectHead matches a query in lower case from SELECT on: the select list, and what it reads.
var selectHead = regexp.MustCompile(`(?s)^select\s+(.*?)\sfrom\s(.*)$`)

// selectsPlain reports whether a query in lower case returns a column of a table as it is: by its name, or with all columns of one
// table. An expression of the same name, or the column of another table, may select other rows.
func selectsPlain(query, qualifier, column string) bool {
	parts := selectHead.FindStringSubmatch(query)
	if parts == nil {
		return false
	}
	if strings.TrimSpace(parts[1]) == "*" {
		return !strings.Contains(parts[2], "join") && !strings.Contains(parts[2], "select")
	}
	for item := range strings.SplitSeq(parts[1], ",") {
		words := strings.Fields(item)
		if len(words) == 3 && words[1] == "as" && words[2] == column {
			words = words[:1]
		}
		if len(words) != 1 {
			continue
		}
		table, name, isQualified := strings.Cut(words[0], ".")
		if !isQualified {
			table, name = "", words[0]
		}
		if name == column && (table == "" || qualifier == "" || table == qualifier) {
			return true
		}
	}
	return false
}
