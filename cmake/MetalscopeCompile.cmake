# Flags that every target of ours is compiled with, as the interface target `metalscope_compile`.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_package(Threads REQUIRED)

add_library(metalscope_compile INTERFACE)
target_compile_options(metalscope_compile INTERFACE -Wall -Wextra -Wpedantic)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False positives on std::string's operator+ (GCC bug 105651).
  target_compile_options(metalscope_compile INTERFACE -Wno-restrict -Wno-stringop-overflow)
endif()
target_link_libraries(metalscope_compile INTERFACE Threads::Threads ${CMAKE_DL_LIBS})

if(METALSCOPE_SANITIZE STREQUAL "address")
  # A method on a null Metal object is legal and does nothing, hence no null check.
  set(_sanitize -fsanitize=address,undefined -fno-sanitize=null -fno-sanitize-recover=undefined
                -fno-omit-frame-pointer)
elseif(METALSCOPE_SANITIZE STREQUAL "thread")
  set(_sanitize -fsanitize=thread -fno-omit-frame-pointer)
elseif(METALSCOPE_SANITIZE)
  message(FATAL_ERROR "METALSCOPE_SANITIZE: '${METALSCOPE_SANITIZE}' is neither address nor thread")
endif()
if(_sanitize)
  target_compile_options(metalscope_compile INTERFACE ${_sanitize})
  target_link_options(metalscope_compile INTERFACE ${_sanitize})
endif()
