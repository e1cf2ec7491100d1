package selector

// Warning reports something that the user probably did not intend.
type Warning struct {
	Text   string // lower case; the problem and what to do
	Offset int    // in bytes, into the text of the selector
	Part   Part   // the selector of a pair; empty if there is only one
}

// Part names one selector of the pair that Pick takes.
type Part string

// The two selectors of a pair.
const (
	Include Part = "include"
	Exclude Part = "exclude"
)
