package selector

// Warning is something that is probably not what the writer meant.
type Warning struct {
	Text   string // lower case; what, and what to do
	Offset int    // in bytes, into the text of the selector
	Part   Part   // which selector of a pair; empty when there is only one
}

// Part names one selector of the pair that Pick takes.
type Part string

// The two selectors of a pair.
const (
	Include Part = "include"
	Exclude Part = "exclude"
)
