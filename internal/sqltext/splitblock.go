package sqltext

// blockFinder reads the words of one statement and tracks whether it is inside a block.
type blockFinder struct {
	// words is the number of words and marks so far, and first the first of them.
	words int
	first keyword
	// last is the previous word.
	last keyword
	// depth is the number of open BEGIN and CASE of a block.
	depth int
	// declared is true between DECLARE and its BEGIN.
	declared bool
	// begun and ended are true if the previous word was BEGIN or END; the next word decides its meaning.
	begun, ended bool
}

func (b *blockFinder) isOpen() bool { return b.depth > 0 || b.declared }

func (b *blockFinder) add(word keyword, isSemicolon bool) {
	b.resolveBlockKeyword(word, isSemicolon)
	if b.words == 0 {
		b.first = word
	}
	switch word {
	case kwBegin:
		b.begun = true
		if b.mayBegin() {
			b.depth++
			b.declared = false
		}
	case kwDeclare:
		b.declared = b.declared || b.words == 0 || b.isBody()
	case kwCase:
		if b.depth > 0 && b.last != kwEnd {
			b.depth++
		}
	case kwEnd:
		b.ended = b.depth > 0
	default:
	}
	b.words++
	b.last = word
}

// resolveBlockKeyword decides the meaning of the BEGIN or END before the word. END IF and the end of a loop do not
// change the depth, because their beginnings are not counted.
func (b *blockFinder) resolveBlockKeyword(word keyword, isSemicolon bool) {
	begun, ended := b.begun, b.ended
	b.begun, b.ended = false, false
	switch word {
	case kwTransaction, kwWork:
		isSemicolon = true // BEGIN TRANSACTION means the same as BEGIN;
	case kwAtomic:
		if begun && b.depth == 0 && b.first == kwCreate {
			b.depth = 1
		}
		return
	case kwIf, kwLoop, kwFor, kwWhile, kwRepeat:
		return
	default:
	}
	if ended || begun && b.words == 1 && isSemicolon {
		b.depth--
	}
}

// mayBegin reports whether BEGIN opens a block here: at the beginning, after DECLARE, in a block, or as the body of a
// CREATE statement.
func (b *blockFinder) mayBegin() bool {
	return b.words == 0 || b.depth > 0 || b.declared || b.isBody()
}

// isBody reports whether the body of a procedure begins here.
func (b *blockFinder) isBody() bool { return b.first == kwCreate && b.last == kwAs }
