package org.kpackworkbench.model.edit;

/**
 * A file that becomes a code object of an archive.
 *
 * @param file the file, which is read when the archive is saved
 * @param key its binary key
 * @param target its target
 * @param type {@code hsaco} or {@code co}
 */
public record AddedFile(FileStamp file, String key, String target, String type) {}
