package sqltext

// Identifier is a name as SQL spells it.
type Identifier struct {
	// Text is the name without quotes. A dynamic one is the text as written.
	Text string
	// Quoted says that it stood in quotes, so that its case matters.
	Quoted bool
	// Dynamic says that Jinja produces the name, or a part of it.
	Dynamic bool
}
