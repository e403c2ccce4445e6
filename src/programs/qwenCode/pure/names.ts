/** Qwen Code in ids and paths. */
export const qwenCode = 'qwen-code';

/** Qwen Code as its makers write it. */
export const qwenCodeName = 'Qwen Code';
