// Package runner carries runs out, each under a lease, so that a run that was accepted ends whatever happens to the
// process that works on it.
//
//	loop: claim ──▶ settle ──▶ fence ──▶ prepare ──▶ execute ──▶ finish
//	         │                                          │
//	         └── heartbeat: renew, hear of cancels, give up before the lease ends
//
// What it promises:
//
//   - One live owner. A run is owned by one worker under a lease of nine seconds, renewed every three, with an epoch that
//     grows with every claim. The store changes nothing for an epoch that has passed, and the engine ends the sessions of
//     earlier epochs before a new owner begins. A worker stops itself before its lease can have ended.
//   - A worker that was stopped, or cut off, does no harm. It counts the time of its lease from before it asked for it, by a
//     timer and by the clock on the wall, and stops when either says that it may have ended; what it does then is refused by
//     the store and by the engine.
//   - Results are not lost. They are written in groups, many nodes in one transaction, some tens of milliseconds after
//     they happened; a run ends only after all of them are written. A crash between publishing and writing costs nothing:
//     what was published is remembered in the engine, in the transaction that published it.
//   - What a run builds that is to build only what changed is decided once. The decision is stored before anything of it is
//     carried out, and whoever takes the run over keeps to it.
//   - A cancel is confirmed. A run becomes canceled when the engine has stopped its statements.
//   - A run ends. What cannot begin, because its connection is not there or a mistake of ours is in the way, fails with the
//     reason; what a process leaves unfinished is given back, or taken over when its lease has ended.
//
// The simulation in simulation_test.go plays thousands of stories against this, in which processes die and stop, requests and
// answers get lost, commits come late and clocks jump; sabotage_test.go shows that it would notice.
//
// It decides nothing about order, tests or publishing; that is package execute. It knows no SQL of the state database.
package runner
