package sqltext

import (
	"fmt"
	"slices"
	"sort"
)

// ReadNode reads the text of a SQL node. It always returns a NodeText with everything that it can read, and all
// problems in the order of the text.
func ReadNode(text string) (*NodeText, []Problem) { return new(Reader).ReadNode(text) }

// ReadNode is the function ReadNode with the memory of the Reader.
func (b *Reader) ReadNode(text string) (*NodeText, []Problem) {
	n := &nodeReader{node: &NodeText{}}
	if len(text) > maxText {
		n.problem(TextTooLong, Range{maxText, len(text)}, fmt.Sprintf("the text is longer than %d bytes", maxText),
			"divide the node into several")
		return n.node, n.problems
	}
	n.text = text
	n.annotations = b.annotations[:0]
	lexer := n.scan(b.lexemes)
	b.lexemes, b.annotations = lexer.lexemes, n.annotations
	n.lexemes, n.isHierarchical = lexer.lexemes, lexer.isHierarchical
	n.reserve(b)
	n.nodeAnnotations()
	switch {
	case n.broken:
	case lexer.unbalanced >= 0:
		n.problem(ParenthesesUnbalanced, Range{lexer.unbalanced, lexer.unbalanced + 1},
			fmt.Sprintf("the bracket %q is unbalanced", text[lexer.unbalanced]), "add the missing bracket, or remove this one")
	default:
		n.structure()
		n.misplaced()
		n.stateNames()
	}
	if n.hasStar {
		b.parts, b.columns, b.items = nil, nil, nil // the star refers to them
	}
	n.node.HasProblems = len(n.problems) > 0
	slices.SortStableFunc(n.problems, func(a, b Problem) int { return a.Range.Start - b.Range.Start })
	return n.node, n.problems
}

// nodeReader reads the text of a node: first all tokens, then the structure. The lexemes do not contain annotations.
type nodeReader struct {
	reader

	node        *NodeText
	problems    []Problem
	annotations []positionedAnnotation
	// lists are the ranges of the select lists, and used is the number of annotations already checked for columns.
	lists []Range
	used  int
	// silent are the pieces of Jinja that print nothing and are not lexemes. Those before the current position are
	// removed.
	silent []Range
	// implied are the names of columns that are casts. Engines choose other names for these, so the query states them.
	implied []impliedName
	// hasStar is true if a column is a star.
	hasStar bool
	// broken is true if the text ends within a token, so that its structure is unreliable.
	broken bool
	// unclosed is true if the arguments of an annotation were not closed. Later arguments are then read to the end of
	// their line only, so that no text is searched to its end more than once. The end of the current line is lineEnd.
	unclosed bool
	lineEnd  int
}

// positionedAnnotation is an annotation and its position among the lexemes.
type positionedAnnotation struct {
	Annotation

	// before is the index of the next lexeme.
	before int
	// afterComment is true if a line comment precedes it; the end of that line must stay.
	afterComment bool
	isNode       bool
	isColumn     bool
}

func (n *nodeReader) problem(code Code, where Range, message, hint string) {
	n.problems = append(n.problems, Problem{Code: code, Range: where, Message: message, Hint: hint})
}

// scan reads all tokens: lexemes, annotations, refs, and their problems.
func (n *nodeReader) scan(buffer []lexeme) lexer {
	lexer := newLexer(n.text, buffer)
	scanner := NewScanner(n.text)
	refs := refFinder{text: n.text}
	afterComment := false
	for {
		token, ok := scanner.Next()
		if !ok {
			break
		}
		refs.visit(token, false)
		switch token.Kind {
		case AnnotationName:
			found := positionedAnnotation{before: len(lexer.lexemes), afterComment: afterComment}
			found.Annotation = n.annotation(token, &scanner, &refs)
			n.annotations = append(n.annotations, found)
		case LineComment, BlockComment:
			n.comment(token)
			lexer.add(token)
		default:
			before := len(lexer.lexemes)
			lexer.add(token)
			if token.Kind == JinjaExpression && len(lexer.lexemes) == before {
				n.silent = append(n.silent, token.Range)
			}
		}
		if token.Unterminated {
			n.unterminated(token)
		}
		afterComment = token.Kind == LineComment || token.Kind == Space && afterComment
	}
	lexer.finish()
	n.node.Refs = refs.found
	return lexer
}

func (n *nodeReader) unterminated(token Token) {
	n.broken = n.broken || token.Kind != BlockComment
	what, hint := "the string", "close it with the quote that it begins with; write a quote inside it twice"
	switch token.Kind {
	case BlockComment:
		what, hint = "the comment", "close it with */"
	case QuotedIdentifier:
		what = "the quoted name"
	case DollarString:
		what, hint = "the string", "close it with the same dollar signs"
	case JinjaExpression:
		what, hint = "the Jinja expression", "close it with }}, and its strings with their quotes"
	case JinjaStatement:
		what, hint = "the Jinja statement", "close it with %}, and its strings with their quotes"
	case JinjaComment:
		what, hint = "the Jinja comment", "close it with #}"
	default:
	}
	n.problem(TextUnterminated, Range{token.Start, min(token.Start+2, token.End)}, what+" does not end", hint)
}

// nodeAnnotations assigns the annotations before the query to the node, and finds the body after them.
func (n *nodeReader) nodeAnnotations() {
	first := 0
	for n.lexemes[first].kind == JinjaStatement {
		first++
	}
	start := 0
	for i := range n.annotations {
		if a := &n.annotations[i]; a.before <= first {
			a.isNode = true
			n.node.Annotations = append(n.node.Annotations, a.Annotation)
			start = a.Range.End
		}
	}
	if first > 0 {
		start = min(start, int(n.lexemes[0].start))
	}
	end := len(n.text)
	for i := 0; i < len(n.lexemes)-1; i++ {
		if m := int(n.lexemes[i].match); m > i {
			i = m
		} else if n.lexemes[i].op == ';' {
			end = int(n.lexemes[i].start)
			n.extra(i + 1)
			break
		}
	}
	n.node.Body = trimmed(n.text, Range{start, max(start, end)})
	n.node.BodyWithoutAnnotations = n.stripped(n.node.Body)
}

// extra reports text after the semicolon.
func (n *nodeReader) extra(index int) {
	for n.lexemes[index].op == ';' {
		index++
	}
	if index < len(n.lexemes)-1 {
		n.problem(StatementExtra, n.lexemes[index].rangeOf(), "another statement follows the query",
			"a SQL node is one query; put the other statement into its own node")
	}
}

// misplaced reports the annotations that belong to neither the node nor a column.
func (n *nodeReader) misplaced() {
	if n.node.Opaque != "" {
		return // rendering decides to which column they belong
	}
	for _, a := range n.annotations {
		if a.isNode || a.isColumn {
			continue
		}
		hint := "write annotations of the node before WITH and SELECT, and those of a column after it in the select list"
		next := sort.Search(len(n.lists), func(i int) bool { return n.lists[i].End > a.Range.Start })
		if next < len(n.lists) && n.lists[next].contains(a.Range.Start) {
			hint = "write it after the column and its alias, before the comma"
		}
		n.problem(AnnotationMisplaced, a.Range, fmt.Sprintf("@%s is not allowed here", a.Name), hint)
	}
}
