package org.kpackworkbench.model.operation.extract;

import java.io.IOException;

/**
 * Why a code object was not written.
 *
 * @param row the row in the source
 * @param cause what stopped it: a {@link org.kpackworkbench.model.base.bytes.FormatException} where
 *     the source is damaged, a {@link java.nio.file.FileAlreadyExistsException} where a file is in
 *     the way, another one where writing failed
 */
public record ExtractProblem(int row, IOException cause) {}
