package collector

// Growth lets tests check the rule.
var Growth = growth
