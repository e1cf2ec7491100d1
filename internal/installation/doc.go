// Package installation administers the organizations of an installation: who may do it, their quotas, and what they use.
//
// Operators are administrators of an organization whom somebody with access to the server's machine has made operators. They
// create, change and delete organizations and set quotas. They see how much each uses, and nothing of its contents.
//
// A quota is checked where the thing is created: a user beyond the quota is refused, a run waits in the queue until another one of
// the organization ends, and no run starts while the organization stores more than its quota. The first two are exact, also with
// several servers. What is stored is measured from time to time, so that it may exceed the quota by what the last runs wrote.
package installation
