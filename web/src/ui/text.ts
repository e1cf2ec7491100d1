// sentence capitalizes a server message, which starts in lower case.
export function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function personName(person: { firstName: string; lastName: string; email?: string }): string {
  return `${person.firstName} ${person.lastName}`.trim() || person.email || 'Unknown';
}

// contains compares case-insensitively.
export function contains(query: string | undefined, ...texts: string[]): boolean {
  const wanted = query?.trim().toLocaleLowerCase();
  return !wanted || texts.some((text) => text.toLocaleLowerCase().includes(wanted));
}
