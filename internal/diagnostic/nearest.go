package diagnostic

import "strings"

// Nearest returns the known word that the user may have meant by an unknown word: the one with the smallest edit
// distance, if that distance is small for the length of the word.
func Nearest(word string, known []string) (nearest string, ok bool) {
	const longest = 64 // Longer words are not typed by hand, and comparing them is expensive.
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

// distance returns the number of insertions, deletions and substitutions of letters between two words.
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
