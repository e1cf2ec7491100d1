import { Text } from '@mantine/core';
import changes from '../changes/Changes.module.css';
import { Icon } from '../ui/Icon';
import { sentence } from '../ui/text';
import type { FileProblem } from './useFileProblems';

// FileProblems lists what validation reports about the saved text.
export function FileProblems({ problems }: { problems: FileProblem[] }) {
  return problems.map(({ severity, message, hint, file, line, column }, index) => (
    <div key={index} className={changes.notice} data-tone={severity === 'error' ? 'failed' : 'warning'} role="status">
      <Icon name="alert" size={16} />
      <span>
        {sentence(message)}
        <Text span size="xs" display="block">
          {hint} {file}
          {line ? `, line ${line}` : ''}
          {column ? `, column ${column}` : ''}
        </Text>
      </span>
    </div>
  ));
}
