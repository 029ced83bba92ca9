package org.kpackworkbench.model.operation.extract;

import java.nio.file.Path;

/**
 * A file that has a code object in it now.
 *
 * @param row the row in the source
 * @param binary the binary's name
 * @param index the wrapper's index
 * @param target the target as it is written in the source
 * @param path the file
 * @param sizeBytes its size
 * @param sha256 its SHA-256, in small hexadecimal digits
 * @param upToDate whether it was there already, with these bytes, and was not written
 */
public record ExtractedFile(
    int row,
    String binary,
    int index,
    String target,
    Path path,
    long sizeBytes,
    String sha256,
    boolean upToDate) {}
