package sqltext

// number scans a number: 12, 1_000, 1.5, .5, 1e-3, 0xff.
func (s *Scanner) number(start int) Token {
	if s.text[start] == '0' && s.at(start+1)|0x20 == 'x' && isHexDigit(s.at(start+2)) {
		end := start + 3
		for isHexDigit(s.at(end)) {
			end++
		}
		return Token{Range{start, end}, Number, false}
	}
	end := s.digits(start)
	if s.at(end) == '.' {
		end = s.digits(end + 1)
	}
	return Token{Range{start, s.exponent(end)}, Number, false}
}

// digits skips digits, which may be grouped by underscores.
func (s *Scanner) digits(start int) int {
	end := start
	for isDigit(s.at(end)) || end > start && s.at(end) == '_' && isDigit(s.at(end+1)) {
		end++
	}
	return end
}

func (s *Scanner) exponent(start int) int {
	if s.at(start)|0x20 != 'e' {
		return start
	}
	digits := start + 1
	if sign := s.at(digits); sign == '+' || sign == '-' {
		digits++
	}
	if !isDigit(s.at(digits)) {
		return start
	}
	return s.digits(digits)
}

func isHexDigit(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }
