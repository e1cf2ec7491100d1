package sqltext

// Identifier is a name as SQL writes it.
type Identifier struct {
	// Text is the name without quotes. For a dynamic name it is the text as written.
	Text string
	// Quoted is true if the name is in quotes, so that its case matters.
	Quoted bool
	// Dynamic is true if Jinja produces the name or a part of it.
	Dynamic bool
}
