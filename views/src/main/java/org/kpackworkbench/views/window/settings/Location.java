package org.kpackworkbench.views.window.settings;

import java.nio.file.Path;

/**
 * Where the program keeps something.
 *
 * @param name what it keeps there
 * @param path the folder or file, which need not exist yet
 */
public record Location(String name, Path path) {}
