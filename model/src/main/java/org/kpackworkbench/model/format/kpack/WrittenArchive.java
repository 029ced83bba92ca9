package org.kpackworkbench.model.format.kpack;

/**
 * What a writer wrote.
 *
 * @param entries number of rows
 * @param blobs number of stored blobs; less than the rows where kernels are equal
 * @param tableOffset where the table of contents starts, which is where the blobs end
 * @param sizeBytes size of the file
 */
public record WrittenArchive(int entries, int blobs, long tableOffset, long sizeBytes) {}
