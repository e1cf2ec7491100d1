package diagnostic

import "strings"

// Nearest finds the known word that someone may have meant by a word that is not known: the one with the fewest
// letters to change, if these are few for a word of that length.
func Nearest(word string, known []string) (nearest string, ok bool) {
	const longest = 64 // longer words are not typed by hand, and comparing them would cost
	if len(word) > longest {
		return "", false
	}
	best := len(word)/3 + 2
	for _, candidate := range known {
		if len(candidate) > longest {
			continue
		}
		if d := distance(strings.ToLower(word), strings.ToLower(candidate)); d < best {
			best, nearest, ok = d, candidate, true
		}
	}
	return nearest, ok
}

// distance returns the number of letters to put in, take out or change to get from one word to another.
func distance(from, to string) int {
	row := make([]int, len(to)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(from) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(to) {
			change := diagonal
			if from[i] != to[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(to)]
}
