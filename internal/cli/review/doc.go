// Package review shows a deploy plan to the person who is to approve it.
//
// What matters most comes first: what stops the plan, then warnings, then what is not as it was deployed, then what is
// destroyed, with numbers of rows, then how much changes, and only then every node with its columns, the reason for its
// category and who reads it; with Options.SQL every statement too.
//
// It promises to leave nothing of this out, however long it becomes, and that nothing in a plan can move the cursor or
// change colors: names and statements come from others. It prints what the server says and judges nothing itself.
package review
