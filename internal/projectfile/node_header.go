package projectfile

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// ReadHeader reads the id, the type and the refs of a SQL node without parsing its query. It returns false for a text that must be
// parsed: its annotations are not plain lines at the top, or it contains other Jinja than plain refs, or a ref in a comment, or a dollar.
func ReadHeader(file string, content []byte) (*transform.Node, []sqltext.Ref, bool) {
	location, name, ok := splitName(file)
	if !ok || !isSQLNode(file) || !utf8.Valid(content) || bytes.IndexByte(content, 0) >= 0 {
		return nil, nil, false
	}
	text := string(content)
	n := &transform.Node{
		Name: name, Location: location, Kind: transform.SQLNode, DeployEnabled: true, File: file, At: diagnostic.Position{Line: 1, Column: 1},
	}
	body, ok := readTop(n, text)
	if !ok || n.ID == "" || n.Type == "" || !hasPlainAnnotations(body) ||
		sqltext.MayHaveJinjaInComment(text) || strings.Contains(text, "$") { // a dollar may begin a string, which has no refs
		return nil, nil, false
	}
	refs, ok := plainRefs(body)
	return n, refs, ok
}

// readTop reads the lines of annotations at the top of a SQL node and returns the text after them.
func readTop(n *transform.Node, text string) (body string, ok bool) {
	for text != "" {
		line, rest, _ := strings.Cut(text, "\n")
		trimmed := strings.TrimRight(line, " \t\r")
		switch {
		case trimmed == "":
		case trimmed[0] != '@':
			return text, true
		case !readTopLine(n, trimmed[1:]):
			return "", false
		}
		text = rest
	}
	return "", true
}

// readTopLine reads one annotation: a name alone, or with one text without escapes and Jinja.
func readTopLine(n *transform.Node, line string) bool {
	name, argument, hasArgument := strings.Cut(line, "(")
	if strings.ContainsFunc(name, isNoLetter) {
		return false
	}
	identifies := name == "id" || name == "nodeType"
	if !hasArgument {
		return !identifies
	}
	argument, isClosed := strings.CutSuffix(argument, ")")
	value, isText := annotationText(argument)
	switch {
	case !isClosed:
		return false
	case !isText:
		return !identifies && (argument == "true" || argument == "false")
	case name == "id" && n.ID == "":
		n.ID = transform.NodeID(value)
	case name == "nodeType" && n.Type == "":
		n.Type = transform.NodeTypeID(value)
	default:
		return !identifies // twice
	}
	return true
}

// isNoLetter reports whether a rune cannot be part of the name of a plain annotation.
func isNoLetter(r rune) bool {
	return r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
}

// annotationText reads the text of an annotation if it has no escapes and no Jinja.
func annotationText(literal string) (string, bool) {
	if len(literal) < 2 || literal[0] != '"' || literal[len(literal)-1] != '"' {
		return "", false
	}
	text := literal[1 : len(literal)-1]
	return text, !strings.ContainsAny(text, "\"\\{}@")
}

// hasPlainAnnotations reports whether the annotations in a query are on one line each, without Jinja, and none identifies the node.
func hasPlainAnnotations(body string) bool {
	for {
		before, after, found := strings.Cut(body, "@")
		if !found {
			return true
		}
		line, rest, _ := strings.Cut(after, "\n")
		own := before[strings.LastIndexByte(before, '\n')+1:] + line
		if strings.ContainsAny(own, "{}\\") || strings.Count(line, "(") != strings.Count(line, ")") || strings.Count(line, `"`)%2 != 0 ||
			strings.HasPrefix(line, "id") || strings.Contains(line, "@id") || strings.HasPrefix(line, "nodeType") || strings.Contains(line, "@nodeType") {
			return false
		}
		body = rest
	}
}

// plainRefs returns the refs of a text whose only Jinja are calls of ref and its family with two literals.
func plainRefs(text string) ([]sqltext.Ref, bool) {
	refs := make([]sqltext.Ref, 0, 4)
	for {
		at := strings.IndexByte(text, '{')
		if at < 0 {
			return refs, true
		}
		inside, rest, isClosed := strings.Cut(text[at:], "}}")
		inside, isExpression := strings.CutPrefix(inside, "{{")
		ref, isRef := plainRef(strings.TrimSpace(inside))
		if !isClosed || !isExpression || !isRef {
			return nil, false
		}
		refs, text = append(refs, ref), rest
	}
}

// plainRef reads ref('LOCATION', 'NAME').
func plainRef(call string) (sqltext.Ref, bool) {
	function, arguments, hasArguments := strings.Cut(call, "(")
	arguments, isClosed := strings.CutSuffix(arguments, ")")
	location, name, isPair := strings.Cut(arguments, ",")
	ref := sqltext.Ref{Function: function, Literal: true}
	var isText, isTextToo bool
	ref.Location, isText = headerText(location)
	ref.Node, isTextToo = headerText(name)
	isKnown := function == "ref" || function == "ref_link" || function == "ref_no_link"
	return ref, hasArguments && isClosed && isPair && isText && isTextToo && isKnown
}

// headerText reads a literal without escapes.
func headerText(literal string) (string, bool) {
	literal = strings.TrimSpace(literal)
	if len(literal) < 2 || literal[0] != '\'' && literal[0] != '"' || literal[len(literal)-1] != literal[0] {
		return "", false
	}
	text := literal[1 : len(literal)-1]
	return text, !strings.ContainsAny(text, "'\"\\,{}")
}
