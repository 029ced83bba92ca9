package org.kpackworkbench.model.operation.hostonly;

/**
 * What a conversion would do.
 *
 * @param outcome what would come of it
 * @param wrappers number of wrappers
 * @param pagesRemoved pages of device code that would leave the file
 * @param inputSizeBytes size of the input
 * @param outputSizeBytes size that the output would have
 */
public record ConvertPreview(
    Outcome outcome, int wrappers, long pagesRemoved, long inputSizeBytes, long outputSizeBytes) {}
