package sqltext

// blockFinder follows the words of one statement and knows whether it is inside a block.
type blockFinder struct {
	// words is how many words and marks there were, and first the first of them.
	words int
	first keyword
	// last is the word before.
	last keyword
	// depth is how many BEGIN and CASE of a block are open.
	depth int
	// declared says that DECLARE was seen and its BEGIN not yet.
	declared bool
	// begun and ended say that the word before was a BEGIN or END, whose meaning the next word decides.
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

// resolveBlockKeyword decides what the BEGIN or END before the word meant. END IF and the end of a loop close what is not counted.
func (b *blockFinder) resolveBlockKeyword(word keyword, isSemicolon bool) {
	begun, ended := b.begun, b.ended
	b.begun, b.ended = false, false
	switch word {
	case kwTransaction, kwWork:
		isSemicolon = true // BEGIN TRANSACTION is what BEGIN; is
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

// mayBegin reports whether BEGIN opens a block here: at the beginning, after DECLARE, in a block, or as the body of what
// CREATE makes.
func (b *blockFinder) mayBegin() bool {
	return b.words == 0 || b.depth > 0 || b.declared || b.isBody()
}

// isBody reports whether the body of a procedure begins here.
func (b *blockFinder) isBody() bool { return b.first == kwCreate && b.last == kwAs }
